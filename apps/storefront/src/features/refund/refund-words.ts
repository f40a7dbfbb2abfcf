import type { RefundProgressValue, RefundSubmissionValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { relationshipLabel } from '@huimin/domain/order';
import type { TimelineStep } from '../../ui/timeline.tsx';

type Person = Pick<RefundSubmissionValue['people'][number], 'name' | 'relationship'>;

/** What goes back, in words: policies, or only what raised them. */
const GOING_BACK = {
  policy: {
    title: '申请退保',
    confirmTitle: '确认退保',
    confirm: '确认退保',
    whose: '退谁的',
    people: '退保的人',
    nothing: '现在没有可以退的保单',
  },
  upgrade: {
    title: '退回升级',
    confirmTitle: '确认退回升级',
    confirm: '确认退回',
    whose: '退谁的升级',
    people: '退升级的人',
    nothing: '现在没有可以退的升级',
  },
} as const;

/** Before the order is known it is taken for a purchase, as most are. */
export function refundWords(kind: 'upgrade' | undefined): (typeof GOING_BACK)[keyof typeof GOING_BACK] {
  return GOING_BACK[kind ?? 'policy'];
}

/** `张三（本人）、张小测（子女）`. */
export function namedPeople(people: readonly Person[]): string {
  return people.map(({ name, relationship }) => `${name}（${relationshipLabel(relationship)}）`).join('、');
}

export function names(people: readonly Pick<Person, 'name'>[]): string {
  return people.map(({ name }) => name).join('、');
}

/** The line under the head of a refund: by when the money must be there, or when it was. */
export function headLine(refund: RefundProgressValue): string {
  if (refund.settledAt) return `${refund.settledAt} ${refund.amountFen > 0 ? '已退款' : '保单已终止'}`;
  if (refund.latestArrival) return `最晚 ${refund.latestArrival} 到账`;
  if (refund.tone === 'err') return '已转人工处理，不用再申请';
  return `${refund.appliedAt} 申请`;
}

/** The steps of a refund as the timeline takes them; what is still to come says by when. */
export function timelineSteps(refund: RefundProgressValue): TimelineStep[] {
  return refund.steps.map(({ state, title, note, amountFen, at }) => ({
    state,
    title,
    note,
    sum: amountFen === null ? null : `${formatYuan(amountFen)} 元`,
    when: at && state === 'next' ? `最晚 ${at}` : at,
  }));
}

/** Whether something will still change by itself. */
export function isMoving(refund: RefundProgressValue): boolean {
  return refund.settledAt === null && refund.tone !== 'err';
}
