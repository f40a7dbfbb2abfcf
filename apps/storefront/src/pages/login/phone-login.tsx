import { checkPhone, formatPhone344 } from '@huimin/domain/person';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useChannel, useProduct } from '../../context/index.ts';
import { keepLoginForm, keptLoginForm, resendWaitS } from '../../features/account/login-memory.ts';
import { useSecondsLeft } from '../../features/account/use-seconds-left.ts';
import {
  Button,
  Field,
  goToField,
  Icon,
  iconLock,
  iconShield,
  Page,
  PhoneInput,
  SmsCodeInput,
} from '../../ui/index.ts';
import { AGREE_FIELD, AgreementsLine, useAgreements } from './agreements.tsx';
import { codeProblem, faultyFields, noReplyText } from './login-problems.ts';
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
    home: '/index',
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
  const [{ phone, sent }, setForm] = useState(keptLoginForm);
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [helping, setHelping] = useState(false);
  const [send] = useAction(calls.sendSmsCode, { quietFailure: true });
  const [logIn, loggingIn] = useAction(call as typeof calls.loginBySms, { quietFailure: true });
  const [beginAlipay] = useAction(calls.beginAlipayLogin);
  const waitS = useSecondsLeft(() => resendWaitS(sent, phone, Date.now()));
  const done = useRef(false);

  useEffect(() => {
    if (!done.current) keepLoginForm({ phone, sent });
  }, [phone, sent]);

  const phoneProblem = () => {
    const check = checkPhone(phone);
    return check.ok ? undefined : check.message;
  };

  const sendCode = async () => {
    const problem = phoneProblem();
    setProblems({ ...problems, phone: problem, code: undefined });
    if (problem) return goToField('login-phone');
    const reply = await send({ phone });
    const nowMs = Date.now();
    if (reply.ok) {
      const { resendAfterSeconds, validMinutes } = reply.value;
      setForm({ phone, sent: { phone, resendAtMs: nowMs + resendAfterSeconds * 1000, validMinutes } });
      return goToField('login-code');
    }
    if (reply.name === 'no-reply')
      return setProblems((before) => ({ ...before, code: noReplyText(reply.failure.screen) }));
    const wait = (reply.result as { resendAfterSeconds?: unknown } | null)?.resendAfterSeconds;
    if (typeof wait === 'number') {
      setForm({ phone, sent: { phone, resendAtMs: nowMs + wait * 1000, validMinutes: sent?.validMinutes ?? null } });
    }
    setProblems((before) => ({ ...before, ...sendProblem(reply) }));
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
    const reply = await logIn({ phone, code, agreedDocuments: agreements.versions() });
    if (reply.ok) {
      done.current = true;
      keepLoginForm({ phone, sent: null });
      return welcome(reply.value);
    }
    if (reply.name === 'no-reply') return setProblems({ code: noReplyText(reply.failure.screen) });
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
                  setForm({ phone: value, sent });
                  if (problems.phone && checkPhone(value).ok) setProblems({ ...problems, phone: undefined });
                }}
                onBlur={() => phone !== '' && setProblems({ ...problems, phone: phoneProblem() })}
              />
            )}
          </Field>
          <Field id="login-code" label="短信验证码" error={problems.code}>
            {(field) => {
              const told = sent && sent.phone === phone && sent.validMinutes !== null && !problems.code;
              return (
                <>
                  <SmsCodeInput
                    {...field}
                    aria-describedby={field['aria-describedby'] ?? (told ? 'login-code-sent' : undefined)}
                    value={code}
                    onChange={(value) => {
                      setCode(value);
                      if (problems.code) setProblems({ ...problems, code: undefined });
                    }}
                    onSend={() => void sendCode()}
                    resendInS={waitS}
                    sent={sent?.phone === phone}
                  />
                  <p className="field-note" id="login-code-sent" role="status">
                    {told && `已发送到 ${formatPhone344(phone)}，${sent.validMinutes} 分钟内有效`}
                  </p>
                </>
              );
            }}
          </Field>
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
        <Button kind="text" href="#/login?way=identity">
          用身份证登录
        </Button>
      </div>
      {kind === 'normal' && (
        <p className="center">
          <a className="link" href="#/login?for=history">
            往年参过保，看往年名单
          </a>
        </p>
      )}
      <p className="note login-foot">
        <Icon name={iconLock} size={16} />
        手机号只用于登录和保单通知
      </p>
      <SmsHelpSheet open={helping} tel={product.tel} onClose={() => setHelping(false)} />
    </Page>
  );
}

/** The server's sentences stand under the field they are about. */
function sendProblem(failure: CallFailure): Problems {
  return faultyFields(failure).includes('phone') ? { phone: '请检查手机号，改正后再获取' } : { code: failure.message };
}

function loginProblem(failure: CallFailure): Problems {
  if (faultyFields(failure).includes('phone')) return { phone: '请检查手机号，改正后再登录' };
  return { code: failure.message };
}
