import type { StaffMemberValue } from '@huimin/contract/console';
import { StateWord, type WordTone } from '../../parts/state-word.tsx';

const STATES: Readonly<Record<StaffMemberValue['status'], { label: string; tone: WordTone }>> = {
  invited: { label: '待首次登录', tone: 'warn' },
  active: { label: '离线', tone: 'plain' },
  locked: { label: '输错锁定', tone: 'bad' },
  stopped: { label: '停用', tone: 'bad' },
};

export function MemberState({ member }: { member: StaffMemberValue }) {
  const state = member.online ? { label: '在线', tone: 'good' as const } : STATES[member.status];
  return <StateWord tone={state.tone}>{state.label}</StateWord>;
}
