import '../../ui/form.css';
import type { ChangeOverviewValue } from '@huimin/contract';
import { checkPhone, formatPhone344 } from '@huimin/domain/person';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useNavigation, useQuery } from '../../context/index.ts';
import { useHalfFilled } from '../../context/use-half-filled.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { type CodeSending, useCodeSending } from '../../features/account/use-code-sending.ts';
import { openChange, whenText } from '../../features/changes/change-words.ts';
import { HALF_FILLED_CHANGE } from '../../features/changes/half-filled-change.ts';
import { type ContactForm, HALF_FILLED_CONTACT } from '../../features/changes/half-filled-contact.ts';
import { useChangeKey } from '../../features/changes/use-change-key.ts';
import { takeIdentityProof } from '../../features/identity/identity-request.ts';
import {
  Bar,
  Button,
  Card,
  Field,
  FirstLine,
  FormProblem,
  goToField,
  Icon,
  iconCheckCircle,
  LongNumber,
  Monogram,
  Notice,
  Page,
  PhoneInput,
  RestoredNotice,
  Skeleton,
  TextInput,
} from '../../ui/index.ts';
import { ChangeConfirm } from './change-confirm.tsx';
import { problemsOf } from './change-refusal.ts';
import { ChangeStatus, Earlier } from './change-status.tsx';
import { IdentityChange } from './identity-change.tsx';
import { NotOffered } from './not-offered.tsx';

type Props = { title: string; overview: ChangeOverviewValue; reload: () => void };

/** The payer of an order: how one is reached changes here and now, who one is by a request. */
export function PayerChange({ title, overview, reload }: Props) {
  const shown = useQuery().get('changeNo');
  const { navigate } = useNavigation();
  const [identity, setIdentity] = useState(false);
  const { orderNo, payer, changes, draft } = overview;
  const waiting = openChange(overview, null);
  const change = shown === null ? waiting : changes.find(({ changeNo }) => changeNo === shown);
  const own = changes.filter(({ subject }) => subject === 'payer');
  const toForm = () => navigate(`/update?orderNo=${orderNo}&changeNo=new`, { replace: true });
  const done = (changeNo: string) => {
    setIdentity(false);
    void HALF_FILLED_CHANGE.store().discard();
    void HALF_FILLED_CONTACT.store().discard();
    reload();
    navigate(`/update?orderNo=${orderNo}&changeNo=${changeNo}`, { replace: true });
  };
  if (change) return <ChangeStatus overview={overview} change={change} reload={reload} onAgain={toForm} />;
  if (!payer.offered) return <NotOffered title={title} text={payer.notOffered} orderNo={orderNo} />;
  if (draft?.change.subject === 'payer') {
    return <ChangeConfirm overview={overview} plan={draft} onBack={toForm} onDone={done} />;
  }
  if (identity)
    return <IdentityChange overview={overview} person={null} onBack={() => setIdentity(false)} onDone={done} />;
  return (
    <Contact
      title={title}
      overview={overview}
      open={waiting !== null}
      onIdentity={() => setIdentity(true)}
      onDone={done}
      earlier={own.length > 0 ? <Earlier changes={own} /> : null}
    />
  );
}

type FormProps = {
  title: string;
  overview: ChangeOverviewValue;
  /** A request about the payer's identity waits. */
  open: boolean;
  onIdentity: () => void;
  onDone: (changeNo: string) => void;
  earlier: React.ReactNode;
};

const UNCHANGED: ContactForm = { phone: '', email: null, address: null };

function Contact({ title, overview, open, onIdentity, onDone, earlier }: FormProps) {
  const { payer, orderNo } = overview;
  const clientKey = useChangeKey();
  const { navigate } = useNavigation();
  const kept = useHalfFilled(HALF_FILLED_CONTACT, orderNo, UNCHANGED);
  const form = kept.form ?? UNCHANGED;
  const { phone, email, address } = form;
  const [code, setCode] = useState('');
  const [newPhoneCode, setNewPhoneCode] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [prepare, preparing] = useAction(calls.prepareChange, { quietFailure: true });
  const [handIn, handing] = useAction(calls.updatePolicyholder, { quietFailure: true });
  // Brought back from the check of identity; good for one change.
  const [proofToken, setProofToken] = useState(() => takeIdentityProof('change-payer'));
  const [send] = useAction(calls.sendChangeCode, { quietFailure: true });
  const toLoginPhone = useCodeSending(overview.loginPhoneMasked);
  const toNewPhone = useCodeSending(phone);

  const newValues = {
    ...(phone ? { phone } : {}),
    ...(email !== null ? { email } : {}),
    ...(address !== null ? { address } : {}),
  };
  const clear = (field: string) => setProblems(({ [field]: _gone, ...rest }) => rest);
  const fail = (found: Record<string, string>) => {
    setProblems(found);
    const [first] = Object.keys(found);
    if (first && first !== 'other') goToField(`payer-${first}`);
  };
  const nothing = Object.keys(newValues).length === 0;
  const back = `/update?orderNo=${orderNo}`;

  const prepared = async () => {
    const given = phone ? checkPhone(phone) : null;
    if (given && !given.ok) return fail({ phone: given.message });
    if (nothing) return fail({ other: '还没有填要改的内容' });
    const reply = await prepare({ orderNo, clientKey, reason: 'new-contact', newValues });
    if (reply.ok) return reply.value.change.changeNo;
    fail(problemsOf(reply));
  };
  const sendCode = async (to: 'login-phone' | 'new-phone', sending: CodeSending) => {
    setProblems({});
    const changeNo = await prepared();
    if (!changeNo) return;
    const field = to === 'new-phone' ? 'newPhoneCode' : 'code';
    const said = sending.note(await send({ changeNo, to }));
    if (said) fail({ [field]: said });
    else goToField(`payer-${field}`);
  };
  const save = async () => {
    const missing: Record<string, string> = {};
    const [wrongNew, wrong] = [codeProblem(newPhoneCode), codeProblem(code)];
    if (phone && wrongNew) missing.newPhoneCode = wrongNew;
    if (proofToken === null && wrong) missing.code = wrong;
    if (!nothing && Object.keys(missing).length > 0) return fail(missing);
    setProblems({});
    const changeNo = await prepared();
    if (!changeNo) return;
    const sure = proofToken === null ? { code } : { proofToken };
    const reply = await handIn({ changeNo, ...sure, ...(phone ? { newPhoneCode } : {}) });
    if (reply.ok) return onDone(changeNo);
    if (reply.name === 'order-state') setProofToken(null);
    fail(problemsOf(reply));
  };

  if (kept.form === null) {
    return (
      <Page title={title} lead={whenText(overview)}>
        <Skeleton lines={[64, 52, 52, 52]} />
      </Page>
    );
  }
  return (
    <Page
      title={title}
      lead={whenText(overview)}
      bar={
        <Bar>
          <Button onPress={() => void save()} busy={preparing.busy || handing.busy}>
            {phone ? '保存新手机号' : '保存'}
          </Button>
        </Bar>
      }
    >
      <Card>
        <div className="change-person">
          <Monogram name={payer.name} />
          <div className="change-person-main">
            <b>{payer.name}</b>
            <p className="note num">
              <LongNumber>{payer.idNumberMasked}</LongNumber>
            </p>
          </div>
          {overview.phase !== 'ended' && (
            <Button
              kind="neutral"
              small
              onPress={() => (open ? navigate(`/update?orderNo=${orderNo}`, { replace: true }) : onIdentity())}
            >
              {open ? '看更正进度' : '更正姓名证件'}
            </Button>
          )}
        </div>
      </Card>
      {kept.restored && (
        <div className="mt3">
          <RestoredNotice onClear={() => kept.discard(UNCHANGED)} />
        </div>
      )}
      <FormProblem problem={problems.other} />
      <Card flush className="mt3">
        <div className="field">
          <p className="field-label">现在的联系电话</p>
          <p className="change-old num">{payer.phoneMasked || '没有填'}</p>
        </div>
        <Field id="payer-phone" label="新手机号" optional="不改就空着" error={problems.phone}>
          {(field) => (
            <PhoneInput
              {...field}
              value={phone}
              onChange={(value) => {
                kept.change({ ...form, phone: value });
                clear('phone');
              }}
            />
          )}
        </Field>
        {phone !== '' && (
          <CodeField
            id="payer-newPhoneCode"
            label="新手机号的验证码"
            error={problems.newPhoneCode}
            value={newPhoneCode}
            onChange={(value) => {
              setNewPhoneCode(value);
              clear('newPhoneCode');
            }}
            onSend={() => void sendCode('new-phone', toNewPhone)}
            sending={toNewPhone}
            sentTo={formatPhone344(phone)}
          />
        )}
        <Field id="payer-email" label="电子邮箱" optional error={problems.email}>
          {(field) => (
            <TextInput
              {...field}
              inputMode="email"
              autoComplete="email"
              maxLength={100}
              value={email ?? ''}
              placeholder={payer.emailMasked || '例如 name@example.com'}
              onChange={(value) => {
                kept.change({ ...form, email: value });
                clear('email');
              }}
            />
          )}
        </Field>
        <Field id="payer-address" label="联系地址" optional error={problems.address}>
          {(field) => (
            <TextInput
              {...field}
              autoComplete="street-address"
              maxLength={120}
              value={address ?? ''}
              placeholder={payer.addressMasked || '写到门牌号'}
              onChange={(value) => {
                kept.change({ ...form, address: value });
                clear('address');
              }}
            />
          )}
        </Field>
        {proofToken === null ? (
          <CodeField
            id="payer-code"
            label="登录手机号的验证码"
            hint={`为了确认是您本人操作，发送到 ${overview.loginPhoneMasked}`}
            error={problems.code}
            value={code}
            onChange={(value) => {
              setCode(value);
              clear('code');
            }}
            onSend={() => void sendCode('login-phone', toLoginPhone)}
            sending={toLoginPhone}
          />
        ) : (
          <div className="field">
            <p className="field-good">
              <FirstLine>
                <Icon name={iconCheckCircle} size={18} />
              </FirstLine>
              已经核对是您本人，不用登录手机号的验证码
            </p>
          </div>
        )}
      </Card>
      <div className="mt3">
        <Notice title="您名下没有到期的保单会一起改">
          {overview.tellsResults && '原来的联系电话也会收到提醒。'}登录用的手机号不变，要改请到个人信息。
        </Notice>
      </div>
      {proofToken === null && (
        <p className="note mt3">
          登录手机号收不到短信？{' '}
          <a className="inline-link" href={`#/faceCheck?purpose=change-payer&back=${encodeURIComponent(back)}`}>
            换一种方式核对本人
          </a>
        </p>
      )}
      {earlier}
    </Page>
  );
}
