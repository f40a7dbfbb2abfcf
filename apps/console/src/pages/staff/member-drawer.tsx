import type { StaffMemberValue } from '@huimin/contract/console';
import { regionDisplayText } from '@huimin/domain/region';
import { STAFF_ROLE_LABELS, scopeText } from '@huimin/domain/staff';
import { Alert, App, Button, Drawer, Form, Typography } from 'antd';
import { useState } from 'react';
import { call, type Outputs, sentenceOf } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { ReasonItem } from '../../parts/reason-item.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { longTime, shortTime } from '../../parts/when.ts';
import { MemberState } from './member-state.tsx';
import '../../parts/parts.css';
import { EntryForm } from '../../app/entry-form.tsx';
import { formOf, RolesFields, type RolesForm, scopeOf } from './roles-fields.tsx';

type Doing = 'roles' | 'unlock' | 'reset' | 'sessions' | 'stop' | null;

interface DrawerProps {
  readonly member: StaffMemberValue | null;
  readonly manages: boolean;
  onClose(): void;
  onDone(): void;
}

/** One person, and what an administrator can do about them. */
export function MemberDrawer({ member, manages, onClose, onDone }: DrawerProps) {
  const { message } = App.useApp();
  const [doing, setDoing] = useState<Doing>(null);
  const [handed, setHanded] = useState<Outputs['handOutPassword'] | null>(null);
  const close = () => {
    setHanded(null);
    onClose();
  };
  const handOut = async () => {
    if (!member) return;
    try {
      setHanded(await call('handOutPassword', { staffNo: member.staffNo }));
    } catch (fault) {
      message.error(sentenceOf(fault));
    }
  };
  return (
    <Drawer open={member !== null} onClose={close} title={member ? `${member.name} ${member.account}` : ''} size={440}>
      {member && (
        <>
          <dl className="facts">
            <dt>单位</dt>
            <dd>{member.company}</dd>
            <dt>角色</dt>
            <dd>{member.roles.map((role) => STAFF_ROLE_LABELS[role]).join('、')}</dd>
            <dt>数据范围</dt>
            <dd>{scopeText(member.scope, (code) => regionDisplayText(code) ?? code)}</dd>
            <dt>状态</dt>
            <dd>
              <MemberState member={member} />
            </dd>
            <dt>第二步验证</dt>
            <dd>{member.secondFactor ? '动态口令' : '还没有'}</dd>
            <dt>最近登录</dt>
            <dd className="num">{member.lastSignInAt ? longTime(member.lastSignInAt) : '还没有'}</dd>
            <dt>建立</dt>
            <dd className="num">{longTime(member.createdAt)}</dd>
          </dl>
          {manages && (
            <div className="filters" style={{ marginTop: 16 }}>
              {member.status === 'invited' && (
                <Button type="primary" onClick={handOut}>
                  发首次登录密码
                </Button>
              )}
              {member.status === 'locked' && (
                <Button type="primary" onClick={() => setDoing('unlock')}>
                  解除锁定
                </Button>
              )}
              <Button onClick={() => setDoing('roles')}>改角色和范围</Button>
              <Button onClick={() => setDoing('reset')}>重置登录</Button>
              {member.online && <Button onClick={() => setDoing('sessions')}>结束登录</Button>}
              {member.status !== 'stopped' && (
                <Button danger onClick={() => setDoing('stop')}>
                  停用
                </Button>
              )}
            </div>
          )}
          {handed && (
            <Alert
              style={{ marginTop: 16 }}
              type="warning"
              title="首次登录密码，只显示这一次"
              description={
                <>
                  <Typography.Paragraph className="secret" copyable={{ text: handed.password }}>
                    {handed.password}
                  </Typography.Paragraph>
                  到 {shortTime(handed.until)} 前有效。请当面或电话告诉本人，不要用邮件。
                </>
              }
            />
          )}
          {doing !== null && (
            <MemberChange
              member={member}
              doing={doing}
              onClose={() => setDoing(null)}
              onDone={() => {
                setHanded(null);
                onDone();
              }}
            />
          )}
        </>
      )}
    </Drawer>
  );
}

const TITLES = {
  roles: '改角色和范围',
  unlock: '解除锁定',
  reset: '重置登录',
  sessions: '结束登录',
  stop: '停用用户',
} as const;
const TOLD = {
  roles: '第二个人同意以后，从下一次操作起算。',
  unlock: '马上可以再登录，密码和动态口令不变。先核实是本人输错；像有人在猜密码，不要解除，改办重置登录。',
  reset: '第二个人同意以后，原来的密码和动态口令都作废，要重新首次登录。手机丢了、密码忘了、停用后再用，都办这个。',
  sessions: '他现在的登录马上全部结束，账号照旧可用，要重新登录。怀疑有人冒用时先办这个。',
  stop: '马上停用，所有登录马上结束。再用要重置登录。',
} as const;

const CALLS = { unlock: 'unlockStaff', reset: 'resetStaff', sessions: 'endStaffSessions', stop: 'stopStaff' } as const;
const OK = { roles: '提交申请', unlock: '解除', reset: '提交申请', sessions: '结束', stop: '停用' } as const;
const ASKED = '已提交，等第二个人同意';
const DONE = {
  roles: ASKED,
  unlock: '已解除，可以再登录',
  reset: ASKED,
  sessions: '登录已经结束',
  stop: '已停用',
} as const;

function MemberChange({
  member,
  doing,
  onClose,
  onDone,
}: {
  member: StaffMemberValue;
  doing: keyof typeof TITLES;
  onClose(): void;
  onDone(): void;
}) {
  const { message } = App.useApp();
  const [form] = Form.useForm<RolesForm>();
  const { sending, problem, run } = useSending();
  const send = async ({ roles, reason, ...scope }: RolesForm) => {
    const base = { staffNo: member.staffNo, reason: reason.trim() };
    await run(async () => {
      if (doing === 'roles') await call('changeStaffRoles', { ...base, roles, scope: scopeOf(scope) });
      else await call(CALLS[doing], base);
      message.success(DONE[doing]);
      onDone();
      onClose();
    });
  };
  return (
    <Dialog
      open
      title={`${TITLES[doing]}：${member.name}`}
      okText={OK[doing]}
      okButtonProps={{ danger: doing === 'stop' }}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <p>{TOLD[doing]}</p>
      <EntryForm name="member" form={form} onFinish={send} initialValues={formOf(member.roles, member.scope)}>
        {doing === 'roles' ? <RolesFields /> : <ReasonItem autoFocus />}
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
