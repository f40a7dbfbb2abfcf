import './account.css';
import type { ProfileViewValue } from '@huimin/contract';
import { regionDisplayText } from '@huimin/domain/region';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { rememberChosenRegion } from '../../features/region/chosen-region.ts';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import {
  Button,
  Card,
  confirmDialog,
  LongNumber,
  Notice,
  Page,
  Row,
  Section,
  Skeleton,
  Switch,
  toast,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import { LogOut } from './log-out.tsx';

/** #/info: what is known of the logged-in person, and everything about the account that they can change themselves. */
export default function InfoPage() {
  const { value, failure, reload } = useCall(calls.profile, {}, { overlay: false, quietFailure: true });
  if (!value && failure) return <LoadProblem title="个人信息" failure={failure} onReload={reload} />;
  return (
    <Page title="个人信息" lead="号码只显示一部分，保护您的信息">
      {value ? (
        <Known profile={value} onChanged={reload} />
      ) : (
        <Card flush>
          <Skeleton lines={[36, 36, 36, 36]} />
        </Card>
      )}
    </Page>
  );
}

type Props = { profile: ProfileViewValue; onChanged: () => void };

function Known({ profile, onChanged }: Props) {
  const [picking, setPicking] = useState(false);
  const [editing, setEditing] = useState(false);
  const [save] = useAction(calls.saveMedicalInsuranceRegion);
  const choose = async (regionCode: string) => {
    const reply = await save({ regionCode });
    if (!reply.ok) return;
    setPicking(false);
    rememberChosenRegion(regionCode);
    toast('已保存', { kind: 'ok' });
    onChanged();
  };
  const { contact } = profile;
  return (
    <>
      {profile.phoneRequest && <PhoneRequestNotice request={profile.phoneRequest} onChanged={onChanged} />}
      <Card flush>
        <Row
          label="手机号"
          note="登录用"
          value={
            <span className="num">
              <LongNumber>{profile.phoneMasked}</LongNumber>
            </span>
          }
          href="#/changePhone"
        />
        <Row label="姓名" value={profile.nameMasked ?? '参保后显示'} />
        <Row
          label="医保所在地"
          value={(profile.regionCode && regionDisplayText(profile.regionCode)) || '请选择'}
          onPress={() => setPicking(true)}
        />
      </Card>
      <Section title="联系信息">
        <Card flush>
          <Row label="称呼" value={contact.nickname ?? '未填写'} onPress={() => setEditing(true)} />
          <Row label="邮箱" value={contact.email ?? '未填写'} onPress={() => setEditing(true)} />
          <Row label="地址" value={contact.address ?? '未填写'} onPress={() => setEditing(true)} />
        </Card>
      </Section>
      <Marketing wanted={profile.marketingWanted} onChanged={onChanged} />
      <Section title="账号安全">
        <Card flush>
          <Bindings profile={profile} onChanged={onChanged} />
          <Row label="登录记录" note="现在登录的设备、最近半年的记录" href="#/loginHistory" />
          <Row label="我的个人信息" note="存了什么、谁看过；要一份、改正、删除、注销" href="#/ownData" />
          <LogOut />
        </Card>
      </Section>
      <RegionPicker
        open={picking}
        chosen={profile.regionCode}
        onConfirm={(code) => void choose(code)}
        onClose={() => setPicking(false)}
      />
      {editing && (
        <ContactSheet
          contact={contact}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** Only what is not needed can be switched off. */
function Marketing({ wanted, onChanged }: { wanted: boolean; onChanged: () => void }) {
  const [choose] = useAction(calls.chooseMarketing);
  const change = async (next: boolean) => {
    const reply = await choose({ wanted: next });
    if (!reply.ok) return;
    toast(next ? '会收到' : '不再发', { kind: 'ok' });
    onChanged();
  };
  return (
    <Section title="短信和消息">
      <Card flush>
        <Switch
          label="收开售提醒等营销短信和消息"
          note="验证码、付款、账户安全和办理结果不受影响；再次预约开售提醒，那一次会发"
          checked={wanted}
          onChange={(next) => void change(next)}
        />
      </Card>
    </Section>
  );
}

function Bindings({ profile, onChanged }: Props) {
  const [unbind] = useAction(calls.unbind);
  const release = async (channel: 'wechat' | 'alipay', name: string, body: string) => {
    if (!(await confirmDialog({ title: `解绑${name}？`, body, confirm: '解绑', cancel: '取消' }))) return;
    const reply = await unbind({ channel });
    if (!reply.ok) return;
    toast('已解绑', { kind: 'ok' });
    onChanged();
  };
  const wechat = () => release('wechat', '微信', '下次在微信里用这个手机号登录，会重新绑定');
  const alipay = () => release('alipay', '支付宝', '以后在支付宝里要用手机号和验证码登录');
  return (
    <>
      {profile.wechatBound ? (
        <Row label="微信" value="已绑定" onPress={() => void wechat()} />
      ) : (
        <Row label="微信" value="未绑定" note="在微信里登录时会绑定" />
      )}
      {profile.alipayBound && <Row label="支付宝" value="已绑定" onPress={() => void alipay()} />}
    </>
  );
}

type RequestProps = { request: NonNullable<ProfileViewValue['phoneRequest']>; onChanged: () => void };

function PhoneRequestNotice({ request, onChanged }: RequestProps) {
  const [withdraw, withdrawing] = useAction(calls.withdrawPhoneRequest);
  const takeBack = async () => {
    const sure = await confirmDialog({
      title: '撤回申请？',
      body: '撤回后手机号不变。不是您本人申请的，也请撤回，并打客服电话',
      confirm: '撤回',
      cancel: '取消',
    });
    if (!sure) return;
    const reply = await withdraw({});
    if (!reply.ok) return;
    toast('已撤回', { kind: 'ok' });
    onChanged();
  };
  return (
    <div className="info-request">
      <Notice tone={request.open ? 'warn' : 'info'} title={`更换手机号：${request.stateLabel}`}>
        {request.askedAt} 申请换成 {request.newPhoneMasked}
        {request.state === 'COOLING' && request.effectiveAt && `，${request.effectiveAt} 生效`}
        {request.reason && request.state === 'REJECTED' && `。${request.reason}`}
        {request.open && (
          <div className="mt2">
            <Button kind="neutral" small busy={withdrawing.busy} onPress={() => void takeBack()}>
              撤回申请
            </Button>
          </div>
        )}
      </Notice>
    </div>
  );
}
