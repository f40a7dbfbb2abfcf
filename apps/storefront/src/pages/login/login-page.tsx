import './login-page.css';
import { checkPhone, formatPhone344 } from '@huimin/domain/person';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import { takeReturnAddress, useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { INSTEAD_OF_SCREEN } from '../../features/account/login-address.ts';
import { keepLoginForm, keptLoginForm, rememberLogin, resendWaitS } from '../../features/account/login-memory.ts';
import { useSecondsLeft } from '../../features/account/use-seconds-left.ts';
import { DocumentSheet } from '../../features/documents/document-sheet.tsx';
import { readChosenRegion, rememberChosenRegion } from '../../features/region/chosen-region.ts';
import {
  Agree,
  Button,
  Field,
  FieldError,
  goToField,
  Icon,
  InlineLink,
  iconLock,
  iconShield,
  Page,
  PhoneInput,
  SmsCodeInput,
} from '../../ui/index.ts';
import { discardDrafts } from './leave-account.ts';
import { SmsHelpSheet } from './sms-help-sheet.tsx';

/** What must be agreed to before a first login, as the page names it. */
const AGREEMENTS = [
  { key: 'user-agreement', title: '用户服务协议' },
  { key: 'privacy-policy', title: '个人信息保护政策' },
] as const;
type AgreementKey = (typeof AGREEMENTS)[number]['key'];
type Versions = readonly { key: string; version: number }[];

type Problems = { phone?: string; code?: string; agree?: string };

/** Login by phone and text message; a new phone gets an account. */
export default function LoginPage() {
  const product = useProduct();
  const { navigate, goBack } = useNavigation();
  const insteadOfScreen = useQuery().has(INSTEAD_OF_SCREEN);
  const [{ phone, sent }, setForm] = useState(keptLoginForm);
  const [code, setCode] = useState('');
  const [agreed, setAgreed] = useState(false);
  /** Newer than the product's list once the server has said so. */
  const [changedVersions, setChangedVersions] = useState<Versions | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [reading, setReading] = useState<AgreementKey | null>(null);
  const [helping, setHelping] = useState(false);
  const [send] = useAction(calls.sendSmsCode, { quietFailure: true });
  const [logIn, loggingIn] = useAction(calls.loginBySms, { quietFailure: true });
  const [saveRegion] = useAction(calls.saveMedicalInsuranceRegion, { quietFailure: true, overlay: false });
  const waitS = useSecondsLeft(() => resendWaitS(sent, phone, Date.now()));
  const done = useRef(false);

  useEffect(() => {
    if (!done.current) keepLoginForm({ phone, sent });
  }, [phone, sent]);

  const versions: Versions = AGREEMENTS.map(({ key }) => {
    const current = (changedVersions ?? product.documents).find((document) => document.key === key);
    return { key, version: current?.version ?? 1 };
  });

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
      agree: agreed ? undefined : '请先阅读并同意这两份协议，再登录',
    };
    setProblems(found);
    if (found.phone) return goToField('login-phone');
    if (found.code) return goToField('login-code');
    if (found.agree) return goToField('login-agree');
    const reply = await logIn({ phone, code, agreedDocuments: versions.map((version) => ({ ...version })) });
    if (reply.ok) return welcome(reply.value);
    if (reply.name === 'no-reply') return setProblems({ code: noReplyText(reply.failure.screen) });
    if (reply.name === 'documents-changed') {
      const documents = (reply.result as { documents?: Versions } | null)?.documents;
      if (documents) setChangedVersions(documents);
      setAgreed(false);
      setProblems({ agree: reply.message });
      return goToField('login-agree');
    }
    setProblems(loginProblem(reply));
    goToField('login-code');
  };

  const welcome = (account: { phoneMasked: string; regionCode: string | null }) => {
    done.current = true;
    const region = readChosenRegion();
    if (rememberLogin(account.phoneMasked).otherAccountBefore) void discardDrafts(product.editionCode);
    keepLoginForm({ phone, sent: null });
    if (region === null && account.regionCode !== null) rememberChosenRegion(account.regionCode);
    else if (region !== null && region !== account.regionCode) void saveRegion({ regionCode: region });
    const returnTo = takeReturnAddress(browserStorage('sessionStorage'));
    // A screen that sent the person here without staying behind is put back in its place. Otherwise it is one step back.
    if (insteadOfScreen) navigate(returnTo, { replace: true });
    else goBack(returnTo);
  };

  const readAgreement = (key: AgreementKey, title: string) => (
    <InlineLink href="#/agreement" onPress={() => setReading(key)}>
      《{title}》
    </InlineLink>
  );

  return (
    <Page className="login-page">
      <header className="page-head">
        <div className="login-brand">
          <Icon name={iconShield} size={28} />
        </div>
        <h1 tabIndex={-1}>手机号登录</h1>
        <p>没有账号时，登录后会自动注册</p>
      </header>
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
                  <p className="note login-sent" id="login-code-sent" role="status">
                    {told && `已发送到 ${formatPhone344(phone)}，${sent.validMinutes} 分钟内有效`}
                  </p>
                </>
              );
            }}
          </Field>
        </div>
        <div className="mt3">
          <Agree
            id="login-agree"
            checked={agreed}
            onChange={(checked) => {
              setAgreed(checked);
              if (checked) setProblems({ ...problems, agree: undefined });
            }}
          >
            我已阅读并同意
            {readAgreement('user-agreement', AGREEMENTS[0].title)}和
            {readAgreement('privacy-policy', AGREEMENTS[1].title)}
          </Agree>
          <FieldError id="login-agree-error" error={problems.agree} />
        </div>
        <div className="mt3">
          <Button type="submit" block busy={loggingIn.busy}>
            登录
          </Button>
        </div>
      </form>
      <div className="center mt2">
        <Button kind="text" onPress={() => setHelping(true)}>
          收不到短信？
        </Button>
      </div>
      <p className="note login-foot">
        <Icon name={iconLock} size={16} />
        手机号只用于登录和保单通知
      </p>
      <SmsHelpSheet open={helping} tel={product.tel} onClose={() => setHelping(false)} />
      <DocumentSheet
        pageKey={reading}
        title={AGREEMENTS.find((agreement) => agreement.key === reading)?.title ?? ''}
        productId={product.editionCode}
        onClose={() => setReading(null)}
      />
    </Page>
  );
}

function codeProblem(code: string): string | undefined {
  if (code === '') return '请填写短信里的 6 位数字';
  return code.length === 6 ? undefined : `验证码是 6 位数字，现在是 ${code.length} 位。请补全`;
}

function noReplyText(screen: 'offline' | 'busy'): string {
  return screen === 'offline' ? '网络不通。检查网络后再试，您填的内容还在' : '系统忙，请稍后再试';
}

/** The server's sentences stand under the field they are about. */
function sendProblem(failure: CallFailure): Problems {
  const fields = (failure.result as { fields?: { path: string; message: string }[] } | null)?.fields ?? [];
  return fields.some((field) => field.path === 'phone')
    ? { phone: '请检查手机号，改正后再获取' }
    : { code: failure.message };
}

function loginProblem(failure: CallFailure): Problems {
  const fields = (failure.result as { fields?: { path: string; message: string }[] } | null)?.fields ?? [];
  if (fields.some((field) => field.path === 'phone')) return { phone: '请检查手机号，改正后再登录' };
  return { code: failure.message };
}
