import { checkPhone, formatPhone344 } from '@huimin/domain/person';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useChannel, useProduct } from '../../context/index.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { loginRoute } from '../../features/account/login-address.ts';
import { endLoginKey, loginKey } from '../../features/account/login-key.ts';
import { keepLoginForm, keptLoginForm } from '../../features/account/login-memory.ts';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
import { ElderHelp } from '../../features/support/elder-help.tsx';
import { Button, Field, goToField, Icon, iconLock, iconShield, Page, PhoneInput } from '../../ui/index.ts';
import { AGREE_FIELD, AgreementsLine, useAgreements } from './agreements.tsx';
import { faultyFields } from './login-problems.ts';
import { SmsHelpSheet } from './sms-help-sheet.tsx';
import { useWelcome } from './use-welcome.ts';

export type LoginKind = 'normal' | 'history' | 'settle';

const KINDS = {
  normal: { title: '手机号登录', lead: '没有账号时，登录后会自动注册', call: calls.loginBySms, home: '/index' },
  history: {
    title: '查看往年名单',
    lead: '用往年参保时登录的手机号',
    call: calls.loginWithHistoryHolder,
    home: '/holderList',
  },
  settle: {
    title: '查理赔和结算',
    lead: '登录后只能查理赔和结算，2 小时后自动退出',
    call: calls.settleLogin,
    home: '/claims',
  },
} as const;

type Problems = { phone?: string; code?: string };

interface Props {
  readonly kind: LoginKind;
  /** Something that came before and has to be said. */
  readonly notice?: ReactNode;
  /** Alipay has already said who this is: its button would only go round. */
  readonly binding?: boolean;
}

/** Login by phone and text message; a new phone gets an account. */
export function PhoneLogin({ kind, notice, binding = false }: Props) {
  const product = useProduct();
  const channel = useChannel();
  const { title, lead, call, home } = KINDS[kind];
  const agreements = useAgreements();
  const welcome = useWelcome(home);
  const [kept] = useState(keptLoginForm);
  const [clientKey] = useState(() => loginKey());
  const [phone, setPhone] = useState(kept.phone);
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [helping, setHelping] = useState(false);
  const [send] = useAction(calls.sendSmsCode, { quietFailure: true });
  const [logIn, loggingIn] = useAction(call as typeof calls.loginBySms, { quietFailure: true });
  const [beginAlipay] = useAction(calls.beginAlipayLogin);
  const sending = useCodeSending(phone, kept.sent);
  const { last } = sending;
  const done = useRef(false);

  useEffect(() => {
    if (!done.current) keepLoginForm({ phone, sent: last });
  }, [phone, last]);

  const phoneProblem = () => {
    const check = checkPhone(phone);
    return check.ok ? undefined : check.message;
  };

  const sendCode = async () => {
    const problem = phoneProblem();
    setProblems({ ...problems, phone: problem, code: undefined });
    if (problem) return goToField('login-phone');
    const reply = await send({ phone });
    const said = sending.note(reply);
    if (said === null) return goToField('login-code');
    const isAboutPhone = !reply.ok && reply.name !== 'no-reply' && faultyFields(reply).includes('phone');
    const found = isAboutPhone ? { phone: '请检查手机号，改正后再获取' } : { code: said };
    setProblems((before) => ({ ...before, ...found }));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found: Problems = {
      phone: phoneProblem(),
      code: codeProblem(code),
    };
    setProblems(found);
    const agreed = agreements.check();
    if (found.phone) return goToField('login-phone');
    if (found.code) return goToField('login-code');
    if (!agreed) return goToField(AGREE_FIELD);
    const reply = await logIn({ phone, code, agreedDocuments: agreements.versions(), clientKey });
    if (reply.ok) {
      done.current = true;
      endLoginKey();
      keepLoginForm({ phone, sent: null });
      return welcome(reply.value);
    }
    if (reply.name === 'no-reply') return setProblems({ code: noReplyText(reply) });
    if (reply.name === 'documents-changed') {
      agreements.changed(reply);
      return goToField(AGREE_FIELD);
    }
    setProblems(loginProblem(reply));
    goToField('login-code');
  };

  const goToAlipay = async () => {
    if (!agreements.check()) return goToField(AGREE_FIELD);
    const returnTo = `/${window.location.hash}`;
    const reply = await beginAlipay({ returnTo, agreedDocuments: agreements.versions() });
    if (reply.ok) window.location.assign(reply.value.authorisationUrl);
    else if (reply.name === 'documents-changed') agreements.changed(reply);
  };

  return (
    <Page className="login-page">
      <header className="page-head">
        <div className="login-brand">
          <Icon name={iconShield} size={28} />
        </div>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{lead}</p>
      </header>
      {notice && <div className="login-notice">{notice}</div>}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="card card-flush">
          <Field id="login-phone" label="手机号" error={problems.phone}>
            {(field) => (
              <PhoneInput
                {...field}
                countryCode
                value={phone}
                onChange={(value) => {
                  setPhone(value);
                  // What was said of the code was about the former number.
                  const wrong = problems.phone && checkPhone(value).ok ? undefined : problems.phone;
                  setProblems({ phone: wrong });
                }}
                onBlur={() => phone !== '' && setProblems({ ...problems, phone: phoneProblem() })}
              />
            )}
          </Field>
          <CodeField
            id="login-code"
            label="短信验证码"
            error={problems.code}
            value={code}
            onChange={(value) => {
              setCode(value);
              if (problems.code) setProblems({ ...problems, code: undefined });
            }}
            onSend={() => void sendCode()}
            sending={sending}
            sentTo={formatPhone344(phone)}
          />
        </div>
        <AgreementsLine agreements={agreements} />
        <div className="mt3">
          <Button type="submit" block busy={loggingIn.busy}>
            登录
          </Button>
        </div>
      </form>
      {channel.kind === 'alipay' && kind === 'normal' && !binding && (
        <div className="mt3">
          <Button kind="secondary" block onPress={() => void goToAlipay()}>
            用支付宝登录
          </Button>
        </div>
      )}
      <div className="buttons buttons-2 mt2">
        <Button kind="text" onPress={() => setHelping(true)}>
          收不到短信？
        </Button>
        <Button kind="text" href={`#${loginRoute()}?way=identity`}>
          用身份证登录
        </Button>
      </div>
      {kind === 'normal' && (
        <p className="center">
          <a className="link" href={`#${loginRoute()}?for=history`}>
            往年参过保，看往年名单
          </a>
        </p>
      )}
      <p className="note login-foot">
        <Icon name={iconLock} size={16} />
        手机号只用于登录和保单通知
      </p>
      <ElderHelp />
      <SmsHelpSheet open={helping} tel={product.tel} onClose={() => setHelping(false)} />
    </Page>
  );
}

/** The server's sentences stand under the field they are about. */
function loginProblem(failure: CallFailure): Problems {
  if (faultyFields(failure).includes('phone')) return { phone: '请检查手机号，改正后再登录' };
  return { code: failure.message };
}
