import type { StaffMemberValue } from '@huimin/contract/console';

const STATES: Readonly<Record<StaffMemberValue['status'], { label: string; tone: string }>> = {
  invited: { label: '待首次登录', tone: 'warn' },
  active: { label: '离线', tone: 'plain' },
  locked: { label: '输错锁定', tone: 'bad' },
  stopped: { label: '停用', tone: 'bad' },
};

export function MemberState({ member }: { member: StaffMemberValue }) {
  const state = member.online ? { label: '在线', tone: 'good' } : STATES[member.status];
  return <span className={`state state-${state.tone}`}>{state.label}</span>;
}
