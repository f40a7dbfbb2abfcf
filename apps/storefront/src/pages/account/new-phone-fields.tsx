import { checkPhone, formatPhone344 } from '@huimin/domain/person';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
import { Field, goToField, PhoneInput } from '../../ui/index.ts';

export interface NewPhone {
  readonly phone: string;
  readonly code: string;
  readonly problems: { readonly phone?: string; readonly code?: string };
  set(field: 'phone' | 'code', value: string): void;
  say(problems: { phone?: string; code?: string }): void;
  /** False, and said so, while something is missing. */
  check(): boolean;
}

/** The new phone and its code, as they are typed. */
export function useNewPhone(): NewPhone {
  const [form, setForm] = useState({ phone: '', code: '' });
  const [problems, setProblems] = useState<NewPhone['problems']>({});
  const say = (found: NewPhone['problems']) => {
    setProblems(found);
    if (found.phone) goToField('new-phone');
    else if (found.code) goToField('new-phone-code');
  };
  return {
    ...form,
    problems,
    say,
    set(field, value) {
      setForm((before) => ({ ...before, [field]: value }));
      setProblems((before) => ({ ...before, [field]: undefined }));
    },
    check() {
      const phone = checkPhone(form.phone);
      const code = codeProblem(form.code);
      const found = { ...(phone.ok ? {} : { phone: phone.message }), ...(code ? { code } : {}) };
      say(found);
      return phone.ok && !code;
    },
  };
}

export function NewPhoneFields({ form }: { form: NewPhone }) {
  const [send] = useAction(calls.sendSmsCode, { quietFailure: true });
  const sending = useCodeSending(form.phone);
  const sendCode = async () => {
    const check = checkPhone(form.phone);
    if (!check.ok) return form.say({ phone: check.message });
    const said = sending.note(await send({ phone: form.phone, purpose: 'new-phone' }));
    form.say(said ? { code: said } : {});
    if (!said) goToField('new-phone-code');
  };
  return (
    <>
      <Field id="new-phone" label="新手机号" error={form.problems.phone}>
        {(field) => <PhoneInput {...field} value={form.phone} onChange={(value) => form.set('phone', value)} />}
      </Field>
      <CodeField
        id="new-phone-code"
        label="新手机号收到的验证码"
        error={form.problems.code}
        value={form.code}
        onChange={(value) => form.set('code', value)}
        onSend={() => void sendCode()}
        sending={sending}
        sentTo={formatPhone344(form.phone)}
      />
    </>
  );
}
