import { checkPhone } from '@huimin/domain/person';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
import { Field, goToField, PhoneInput } from '../../ui/index.ts';

export interface Proof {
  readonly phone: string;
  readonly code: string;
}

type Props = {
  idPrefix: string;
  hint: string;
  value: Proof;
  problems: { phone?: string | undefined; code?: string | undefined };
  onChange: (proof: Proof) => void;
  onProblem: (field: 'phone' | 'code', message: string | null) => void;
};

/** A phone, and the code that shows it to be the visitor's. */
export function ProofFields({ idPrefix, hint, value, problems, onChange, onProblem }: Props) {
  const [send] = useAction(calls.sendBookingCode, { quietFailure: true });
  const sending = useCodeSending(value.phone);
  const sendCode = async () => {
    const phone = checkPhone(value.phone);
    onProblem('phone', phone.ok ? null : phone.message);
    if (!phone.ok) return goToField(`${idPrefix}-phone`);
    const problem = sending.note(await send({ phone: phone.normalized }));
    onProblem('code', problem);
    if (problem === null) goToField(`${idPrefix}-code`);
  };
  return (
    <>
      <Field id={`${idPrefix}-phone`} label="手机号" hint={hint} error={problems.phone}>
        {(field) => (
          <PhoneInput
            {...field}
            value={value.phone}
            onChange={(phone) => onChange({ ...value, phone })}
            onBlur={() => {
              const phone = checkPhone(value.phone);
              if (value.phone !== '' && !phone.ok) onProblem('phone', phone.message);
            }}
          />
        )}
      </Field>
      <CodeField
        id={`${idPrefix}-code`}
        label="短信验证码"
        error={problems.code}
        value={value.code}
        onChange={(code) => onChange({ ...value, code })}
        onSend={() => void sendCode()}
        sending={sending}
      />
    </>
  );
}
