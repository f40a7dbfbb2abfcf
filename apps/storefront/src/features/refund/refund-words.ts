import type { RefundProgressValue, RefundSubmissionValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { relationshipLabel } from '@huimin/domain/order';
import type { TimelineStep } from '../../ui/timeline.tsx';

type Person = Pick<RefundSubmissionValue['people'][number], 'name' | 'relationship'>;

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
