import { beijingDate } from '@huimin/domain/date';
import {
  checkIdNumber,
  checkName,
  checkPhone,
  formatPhone344,
  IDENTITY_CARD,
  idNumberFeedback,
  maskPhone,
} from '@huimin/domain/person';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useNavigation, useProduct, useServerClock } from '../../context/index.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { keepRecovery } from '../../features/account/kept-recovery.ts';
import { loginRoute } from '../../features/account/login-address.ts';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
import {
  Button,
  ErrorSummary,
  Field,
  goToField,
  IdNumberInput,
  NameInput,
  Notice,
  Page,
  PhoneInput,
  telHref,
} from '../../ui/index.ts';
import { AGREE_FIELD, AgreementsLine, useAgreements } from './agreements.tsx';
import { faultyFields } from './login-problems.ts';
import { useWelcome } from './use-welcome.ts';

const FIELDS = ['name', 'idNumber', 'phone', 'code'] as const;
type FieldName = (typeof FIELDS)[number];
const LABELS: Readonly<Record<FieldName, string>> = {
  name: '姓名',
  idNumber: '身份证号',
  phone: '手机号',
  code: '验证码',
};
const idOf = (field: FieldName): string => `identity-${field}`;

/** For somebody whose phone has changed: name, number and the new phone, and then a proof on the next screen. */
export function IdentityLogin() {
  const { tel } = useProduct();
  const clock = useServerClock();
  const { navigate } = useNavigation();
  const welcome = useWelcome();
  const agreements = useAgreements();
  const [form, setForm] = useState({ name: '', idNumber: '', phone: '', code: '' });
  const [problems, setProblems] = useState<Partial<Record<FieldName, string>>>({});
  const [submission, setSubmission] = useState(0);
  const [send] = useAction(calls.sendSmsCode, { quietFailure: true });
  const [logIn, loggingIn] = useAction(calls.identityLogin, { quietFailure: true });
  const [prepare] = useAction(calls.prepareIdentityCheck, { quietFailure: true });
  const sending = useCodeSending(form.phone);
  const today = beijingDate(clock.now());

  const problemOf = (field: FieldName): string | undefined => {
    const check = {
      name: () => checkName(IDENTITY_CARD, form.name),
      idNumber: () => checkIdNumber(form.idNumber, { todayBeijing: today }),
      phone: () => checkPhone(form.phone),
      code: () => ({ ok: codeProblem(form.code) === undefined, message: codeProblem(form.code) }),
    }[field]();
    return check.ok ? undefined : check.message;
  };
  const change = (field: FieldName) => (value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
    setProblems((before) => ({ ...before, [field]: undefined }));
  };
  const checkOnBlur = (field: FieldName) => () =>
    form[field] !== '' && setProblems((before) => ({ ...before, [field]: problemOf(field) }));

  const sendCode = async () => {
    const problem = problemOf('phone');
    setProblems((before) => ({ ...before, phone: problem, code: undefined }));
    if (problem) return goToField(idOf('phone'));
    const said = sending.note(await send({ phone: form.phone }));
    if (said) setProblems((before) => ({ ...before, code: said }));
    else goToField(idOf('code'));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = Object.fromEntries(FIELDS.map((field) => [field, problemOf(field)])) as typeof problems;
    setProblems(found);
    const agreed = agreements.check();
    const wrong = FIELDS.filter((field) => found[field]);
    if (wrong.length > 1) return setSubmission((before) => before + 1);
    if (wrong[0]) return goToField(idOf(wrong[0]));
    if (!agreed) return goToField(AGREE_FIELD);
    const { name, idNumber, phone } = form;
    const reply = await logIn({ ...form, agreedDocuments: agreements.versions() });
    if (reply.ok) {
      const { account, recovery } = reply.value;
      if (account) return welcome(account);
      if (!recovery) return;
      // The number is not kept in this browser: what comes next goes by the server's seal.
      const prepared = await prepare({ purpose: 'recover-account', name, idNumber, phone });
      keepRecovery({
        recoveryToken: recovery.recoveryToken,
        accounts: recovery.accounts,
        newPhoneMasked: maskPhone(phone),
        check: prepared.ok ? prepared.value : null,
      });
      return navigate('/recoverAccount', { replace: true });
    }
    if (reply.name === 'no-reply') return setProblems({ code: noReplyText(reply) });
    if (reply.name === 'documents-changed') {
      agreements.changed(reply);
      return goToField(AGREE_FIELD);
    }
    const field = FIELDS.find((one) => faultyFields(reply).includes(one));
    const place = field ?? (reply.name === 'not-found' ? 'idNumber' : 'code');
    setProblems({ [place]: reply.message });
    goToField(idOf(place));
  };

  const feedback = idNumberFeedback(form.idNumber, { todayBeijing: today });
  return (
    <Page className="login-page login-identity" title="用身份证登录" lead="手机号换了，也能找回以前的保单">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary
          submission={submission}
          problems={FIELDS.flatMap((field) => {
            const message = problems[field];
            return message ? [{ fieldId: idOf(field), message, label: LABELS[field] }] : [];
          })}
        />
        <div className="card card-flush">
          <Field id={idOf('name')} label="姓名" error={problems.name}>
            {(field) => (
              <NameInput {...field} value={form.name} onChange={change('name')} onBlur={checkOnBlur('name')} />
            )}
          </Field>
          <Field id={idOf('idNumber')} label="身份证号" error={problems.idNumber}>
            {(field) => (
              <IdNumberInput
                {...field}
                value={form.idNumber}
                onChange={change('idNumber')}
                onBlur={checkOnBlur('idNumber')}
                good={problems.idNumber ? null : feedback.tone === 'success' ? feedback.text : null}
              />
            )}
          </Field>
          <Field id={idOf('phone')} label="现在用的手机号" error={problems.phone}>
            {(field) => (
              <PhoneInput {...field} value={form.phone} onChange={change('phone')} onBlur={checkOnBlur('phone')} />
            )}
          </Field>
          <CodeField
            id={idOf('code')}
            label="短信验证码"
            error={problems.code}
            value={form.code}
            onChange={change('code')}
            onSend={() => void sendCode()}
            sending={sending}
            sentTo={formatPhone344(form.phone)}
          />
        </div>
        <AgreementsLine agreements={agreements} />
        <div className="mt3">
          <Button type="submit" block busy={loggingIn.busy}>
            登录
          </Button>
        </div>
      </form>
      <div className="buttons buttons-2 mt2">
        <Button kind="text" href={`#${loginRoute()}`}>
          用手机号登录
        </Button>
        <Button kind="text" href={telHref(tel)}>
          打电话求助
        </Button>
      </div>
      <div className="mt4">
        <Notice title="对上以后会怎样">
          您看到自己名下的保单。新手机号登记前，还要再核对一次是不是您本人，不用刷脸也能办。
        </Notice>
      </div>
    </Page>
  );
}
