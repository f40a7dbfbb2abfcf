import type { GroupDetailValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import type { TimelineStep } from '../../ui/timeline.tsx';

export type GroupTone = 'ok' | 'warn' | 'info' | 'neutral';

const TONES: Readonly<Record<GroupDetailValue['status'], GroupTone>> = {
  submitted: 'warn',
  contacted: 'warn',
  collecting: 'warn',
  'awaiting-payment': 'info',
  paid: 'ok',
  issuing: 'info',
  completed: 'ok',
  closed: 'neutral',
};

export function groupTone(status: GroupDetailValue['status']): GroupTone {
  return TONES[status];
}

/** Where the group stands among its steps, from 1; null for one that is closed. */
export function stepOf({ steps, status }: Pick<GroupDetailValue, 'steps' | 'status'>): number | null {
  const at = steps.findIndex((step) => step.status === status);
  return at < 0 ? null : at + 1;
}

/** What the contact person is to do now, or to wait for. */
export function nextWords(group: GroupDetailValue): string {
  const { bill, rosterUntil, counts, file, standing } = group;
  switch (group.status) {
    case 'submitted':
      return '1 个工作日内有专人打电话联系您';
    case 'contacted':
      return '和工作人员说好后，就可以上传名单';
    case 'collecting':
      if (file?.state === 'waiting' || file?.state === 'reading') return '名单正在读取，读完在这里显示';
      if (counts.waiting > 0) return `还有 ${counts.waiting} 人没有确认，确认了的人才能参保`;
      return rosterUntil ? `请在 ${formatDotDate(rosterUntil)} 前交齐，再通知您付款` : '请上传名单';
    case 'awaiting-payment':
      return bill ? `请在 ${formatDotDate(bill.dueOn)} 前转账 ${formatYuan(bill.amountFen)} 元` : '';
    case 'paid':
    case 'issuing':
      return '款已到账，正在为每个人出保单';
    case 'completed':
      if (counts.confirmed > 0)
        return `还有 ${counts.confirmed} 人没有参保，${standing.length > 0 ? '恢复后再补办' : '工作人员会联系您补办'}`;
      return '保单每人一份，本人用短信里的链接或“保单查询”查看。还要加人，请联系工作人员';
    case 'closed':
      return '这个预约已经关闭';
  }
}

/** The steps as a timeline. */
export function groupTimeline({ steps, status }: Pick<GroupDetailValue, 'steps' | 'status'>): TimelineStep[] {
  const now = steps.findIndex((step) => step.status === status);
  return steps
    .filter((step, index) => status !== 'closed' || step.at !== null || index === 0)
    .map((step, index) => {
      const isLast = index === steps.length - 1;
      const state =
        status === 'closed' || index < now || (index === now && isLast) ? 'done' : index === now ? 'now' : 'next';
      const when = state === 'now' ? '现在' : state === 'done' && step.at ? dayAndTime(step.at) : undefined;
      return { state, title: step.label, ...(when ? { when } : {}) };
    });
}

function dayAndTime(at: string): string {
  return `${formatDotDate(at.slice(0, 10))} ${at.slice(11, 16)}`;
}

export interface RosterPart {
  readonly kind: 'ok' | 'asked' | 'wrong' | 'out';
  readonly label: string;
  readonly text: string;
  readonly people: number;
}

/** Rows to put right, while a list can be handed in. */
export function openProblems({ can, problems }: GroupDetailValue): GroupDetailValue['problems'] {
  return can.upload ? problems : [];
}

/** The list in parts that add up to it. */
export function rosterParts(group: GroupDetailValue): RosterPart[] {
  const { counts, file } = group;
  const open = openProblems(group).length;
  const wrong = open > 0 && file?.state === 'done' ? file.rowsBad : open;
  const parts: RosterPart[] = [
    { kind: 'ok', label: '本人已确认', people: counts.confirmed + counts.billed, text: '' },
    { kind: 'ok', label: '已参保', people: counts.insured + counts.leaving, text: '' },
    { kind: 'asked', label: '等本人确认', people: counts.waiting, text: '' },
    { kind: 'wrong', label: '要改', people: wrong, text: `${wrong} 行` },
    { kind: 'out', label: '本人不参加', people: counts.declined, text: '' },
    { kind: 'out', label: '移出、减员', people: counts.dropped + counts.removed, text: '' },
  ];
  return parts.filter(({ people }) => people > 0).map((part) => ({ ...part, text: part.text || `${part.people} 人` }));
}

const SPARE: Readonly<Record<GroupDetailValue['status'], string>> = {
  submitted: '余下的，抵下一次付款',
  contacted: '余下的，抵下一次付款',
  collecting: '余下的，抵下一次付款',
  'awaiting-payment': '余下的，抵这次付款',
  paid: '还没用上的，逐人承保时用',
  issuing: '还没用上的，逐人承保时用',
  completed: '多出的，转账退回单位',
  closed: '多出的，转账退回单位',
};

/** What becomes of money that came and was not used for anybody. */
export function spareWords(status: GroupDetailValue['status']): string {
  return SPARE[status];
}

/** How many are, or may be, insured for the sum that is shown before there is a bill. */
export function expectedPeople({ counts, headCount, file }: GroupDetailValue): number {
  const listed = counts.waiting + counts.confirmed;
  return file === null && listed === 0 ? headCount : listed;
}
