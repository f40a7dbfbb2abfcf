import './phone.css';
import type { PhoneRequestValue } from '@huimin/contract';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { type NoReply, useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useNavigation, useQuery } from '../../context/index.ts';
import { rememberLogin } from '../../features/account/login-memory.ts';
import { keepIdentityRequest, takeIdentityProof } from '../../features/identity/identity-request.ts';
import { Button, Card, Icon, iconDocument, iconPerson, Notice, Page, Row, Skeleton, toast } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { NewPhoneFields, useNewPhone } from './new-phone-fields.tsx';
import { PeopleRequest } from './people-request.tsx';
import { SmsProof } from './sms-proof.tsx';

const TITLE = '更换手机号';
const ROUTE = '/changePhone';

/** #/changePhone: first who it is, by the old phone, the face or people; then the new phone. */
export default function ChangePhonePage() {
  const byHand = useQuery().get('way') === 'manual';
  const profile = useCall(calls.profile, {}, { overlay: false, quietFailure: true });
  // Back from the face check: its proof waits in this browser, for this step alone.
  const [proofToken, setProofToken] = useState<string | null>(null);
  useEffect(() => {
    const proof = takeIdentityProof('change-phone');
    if (proof) setProofToken(proof);
  }, []);
  if (!profile.value && profile.failure) {
    return <LoadProblem title={TITLE} failure={profile.failure} onReload={profile.reload} />;
  }
  if (!profile.value) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[56, 56]} />
      </Page>
    );
  }
  const { phoneMasked, phoneRequest } = profile.value;
  if (byHand) return <AskPeople open={phoneRequest?.open ? phoneRequest : null} />;
  return proofToken === null ? (
    <Prove phoneMasked={phoneMasked} onProof={setProofToken} />
  ) : (
    <SetPhone proofToken={proofToken} onProofGone={() => setProofToken(null)} />
  );
}

function Prove({ phoneMasked, onProof }: { phoneMasked: string; onProof: (token: string) => void }) {
  const { navigate } = useNavigation();
  const [prepare] = useAction(calls.prepareIdentityCheck);
  const byFace = async () => {
    const reply = await prepare({ purpose: 'change-phone' });
    if (!reply.ok) return;
    keepIdentityRequest({ ...reply.value, purpose: 'change-phone', backTo: ROUTE, manualTo: `${ROUTE}?way=manual` });
    navigate('/faceCheck');
  };
  return (
    <Page title={TITLE} step="第 1 步，共 2 步" lead="先核对是不是您本人，再填新手机号">
      <SmsProof asked={{ purpose: 'change-phone' }} sentTo={` ${phoneMasked}`} onProof={onProof} />
      <h2 className="ways-title">原手机号收不到短信？</h2>
      <Card flush>
        <Row
          icon={<Icon name={iconPerson} size={22} />}
          label="刷脸核对"
          note="大约 1 分钟，马上可以换"
          onPress={() => void byFace()}
        />
        <Row
          icon={<Icon name={iconDocument} size={22} />}
          label="请工作人员办理"
          note="不用刷脸，核对通过 48 小时后生效"
          href={`#${ROUTE}?way=manual`}
        />
      </Card>
    </Page>
  );
}

function SetPhone({ proofToken, onProofGone }: { proofToken: string; onProofGone: () => void }) {
  const { navigate } = useNavigation();
  const form = useNewPhone();
  const [update, updating] = useAction(calls.updatePhone, { quietFailure: true });
  const submit = async () => {
    if (!form.check()) return;
    const reply = await update({ phone: form.phone, code: form.code, proofToken });
    if (reply.ok) {
      rememberLogin(reply.value.phoneMasked);
      toast('手机号已更换', { kind: 'ok' });
      return navigate('/info', { replace: true });
    }
    if (reply.name === 'proof-required') {
      toast('核对已过期，请再核对一次');
      return onProofGone();
    }
    form.say(refusalOf(reply));
  };
  return (
    <Page title={TITLE} step="第 2 步，共 2 步" lead="核对通过。请填新手机号">
      <Card flush>
        <NewPhoneFields form={form} />
      </Card>
      <div className="mt3">
        <Button block busy={updating.busy} onPress={() => void submit()}>
          更换
        </Button>
      </div>
      <div className="mt4">
        <Notice title="更换以后">
          用新手机号登录，其他设备会退出。订单和保单都还在，预约的开售提醒改发到新手机号。以前订单上留的联系电话不变，要改请到订单里修改。
        </Notice>
      </div>
    </Page>
  );
}

function AskPeople({ open }: { open: PhoneRequestValue | null }) {
  const form = useNewPhone();
  const [request, requesting] = useAction(calls.requestPhoneChange, { quietFailure: true });
  const ask = async (statement: string) => {
    const reply = await request({ phone: form.phone, code: form.code, statement });
    if (reply.ok) return reply.value;
    form.say(refusalOf(reply));
    return null;
  };
  if (open) {
    return (
      <Page title="请工作人员办理">
        <Notice title={open.stateLabel}>
          您在 {open.askedAt} 申请换成 {open.newPhoneMasked}。要重新申请，请先到个人信息里撤回。
        </Notice>
        <div className="mt3">
          <Button block href="#/info">
            去个人信息
          </Button>
        </div>
      </Page>
    );
  }
  return (
    <PeopleRequest
      lead="不用刷脸，也不用原手机号"
      fields={<NewPhoneFields form={form} />}
      check={form.check}
      busy={requesting.busy}
      ask={ask}
    />
  );
}

/** What the server says, under the field it is about. */
function refusalOf(reply: CallFailure | NoReply): { phone?: string; code?: string } {
  if (reply.name === 'no-reply') return { code: noReplyText(reply) };
  const isAboutPhone = reply.name === 'phone-taken' || reply.name === 'bad-input';
  return isAboutPhone ? { phone: reply.message } : { code: reply.message };
}
