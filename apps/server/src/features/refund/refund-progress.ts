import type { RefundProgressValue } from '@huimin/contract';
import { formatDateTime, formatDeadline, formatDotDate } from '@huimin/domain/date';
import {
  HAND_ROUTES,
  latestArrival,
  numberOfRound,
  refundArrival,
  refundReasonLabel,
  shownRefundStatus,
} from '@huimin/domain/refund';
import type { Core } from '../../core.ts';
import type { EditionDocument } from '../configuration/index.ts';
import { type InsuredRow, insuredDetails, METHOD_LABELS } from '../order/index.ts';
import { basisText } from './refund-offer.ts';
import type { AppliedRefund } from './refund-store.ts';

type Step = RefundProgressValue['steps'][number];

const TONES = { success: 'ok', warn: 'warn', error: 'err', info: 'info', neutral: 'neutral' } as const;

export function routeLabel(method: string): string {
  return METHOD_LABELS[method] ?? method;
}

export function destinationOf(method: string): string {
  return `原路退回：${routeLabel(method)}`;
}

/** A refund as its policyholder sees it: the sum, where it goes, what has happened and what comes next. */
export function refundProgress(
  deps: Core,
  refund: AppliedRefund,
  people: readonly InsuredRow[],
  document: EditionDocument,
  alongside: readonly AppliedRefund[] = [],
): RefundProgressValue {
  const state = shownState(refund);
  const { label, tone } = shownRefundStatus(state);
  const underWay = refund.amount_fen > 0 && (state === 'CREATED' || state === 'PROCESSING');
  return {
    refundNo: refund.refund_no,
    status: refund.state,
    statusLabel: label,
    tone: TONES[tone],
    amountFen: refund.amount_fen,
    people: refund.policy_ids.flatMap((policyId, index) => {
      const row = people.find((person) => person.id === policyId);
      if (!row) return [];
      return [
        {
          policyNo: deps.numbers.policyNo(row.policy_id),
          name: insuredDetails(deps, row).name,
          relationship: row.relationship as RefundProgressValue['people'][number]['relationship'],
          amountFen: refund.item_amounts_fen[index] ?? 0,
        },
      ];
    }),
    reasonLabel: refundReasonLabel(refund.reason_code),
    destination: destinationOf(refund.method),
    arrivalText: refundArrival(refund.method).text,
    latestArrival: underWay ? formatDeadline(latestArrival(refund.method, beganAt(refund))) : null,
    appliedAt: formatDateTime(refund.created_at),
    settledAt: refund.settled_at === null ? null : formatDateTime(refund.settled_at),
    steps: stepsOf(refund, document, wordsOf(people)),
    ...alongsideView(
      deps,
      alongside.filter((other) => other.client_key === refund.client_key),
    ),
  };
}

function alongsideView(deps: Core, refunds: readonly AppliedRefund[]): Pick<RefundProgressValue, 'alongside'> {
  if (refunds.length === 0) return {};
  return {
    alongside: refunds.map((refund) => {
      const { label, tone } = shownRefundStatus(shownState(refund));
      return {
        refundNo: refund.refund_no,
        orderNo: deps.numbers.orderNo(refund.order_id),
        amountFen: refund.amount_fen,
        destination: destinationOf(refund.method),
        statusLabel: label,
        tone: TONES[tone],
      };
    }),
  };
}

/** What is sent again by itself is still under way. */
function shownState(refund: AppliedRefund): AppliedRefund['state'] {
  return refund.state === 'CLOSED' && refund.next_try_at !== null ? 'PROCESSING' : refund.state;
}

/** From when on the money takes its time. */
function beganAt(refund: AppliedRefund): number {
  return (refund.state === 'CLOSED' ? refund.next_try_at : null) ?? refund.round_at ?? refund.created_at;
}

const at = (ms: number | null): string | null => (ms === null ? null : formatDateTime(ms));
const step = (state: Step['state'], title: string, more: Partial<Step> = {}): Step => ({
  state,
  title,
  note: null,
  amountFen: null,
  at: null,
  ...more,
});

/** What goes back, in words: policies, or only what raised them. */
type Words = {
  readonly applied: string;
  readonly ended: string;
  readonly endedNote: string;
  readonly ending: string;
  readonly kept: string;
};

const POLICY_WORDS: Words = {
  applied: '您申请了退保',
  ended: '保单已终止',
  endedNote: '电子保单和保险凭证同时作废',
  ending: '正在终止保单',
  kept: '保单还有效。想知道原因，请打客服电话',
};
const UPGRADE_WORDS: Words = {
  applied: '您申请了退回升级',
  ended: '升级已取消',
  endedNote: '保单回到原来的方案，继续有效',
  ending: '正在取消升级',
  kept: '升级还有效。想知道原因，请打客服电话',
};

/** Rows of an upgrade order name the policies that it raises. */
function wordsOf(people: readonly InsuredRow[]): Words {
  return people.some((row) => row.policy_id !== row.id) ? UPGRADE_WORDS : POLICY_WORDS;
}

function stepsOf(refund: AppliedRefund, document: EditionDocument, words: Words): Step[] {
  const applied = step('done', words.applied, { at: at(refund.created_at) });
  const end = step('next', `到账，${words.ended.replace('已', '')}`, {
    at: formatDeadline(latestArrival(refund.method, beganAt(refund))),
  });
  switch (refund.state) {
    case 'REVIEWING':
      return [applied, step('now', '审核中', { note: '2 个工作日内审完' }), step('next', '退款'), { ...end, at: null }];
    case 'REJECTED':
      return [
        applied,
        step('bad', '没有通过', {
          note: refund.returned_reason === null ? words.kept : `${refund.returned_reason}。${words.kept}`,
          at: at(refund.settled_at),
        }),
      ];
    default:
      return [
        applied,
        step('done', '审核通过', { note: basisText(refund.basis, document), at: at(refund.created_at) }),
        ...(refund.amount_fen === 0 ? withoutMoney(refund, words) : moneySteps(refund, end, words)),
      ];
  }
}

function withoutMoney(refund: AppliedRefund, words: Words): Step[] {
  if (refund.state === 'SETTLED') return [policyEnded(refund, words)];
  return [step('now', words.ending, { note: '一般马上办好' })];
}

function policyEnded(refund: AppliedRefund, words: Words): Step {
  return step('done', words.ended, { note: words.endedNote, at: at(refund.settled_at) });
}

function moneySteps(refund: AppliedRefund, end: Step, words: Words): Step[] {
  const route = routeLabel(refund.method);
  const handedOver = step('done', `钱已交给${route}`, {
    amountFen: refund.amount_fen,
    note: refund.provider_refund_no === null ? null : `流水号 ${refund.provider_refund_no}`,
    at: at(refund.accepted_at),
  });
  const before: Step[] =
    refund.round > 1
      ? [
          step('done', `${route}没有退成，换单号再退`, {
            note: `退款单号 ${numberOfRound(refund.refund_no, refund.round)}`,
            at: at(refund.round_at),
          }),
        ]
      : [];
  return [...before, ...roundSteps(refund, handedOver, end, words)];
}

function roundSteps(refund: AppliedRefund, handedOver: Step, end: Step, words: Words): Step[] {
  const route = routeLabel(refund.method);
  switch (refund.state) {
    case 'SETTLED':
      if (refund.hand_route !== null && refund.hand_paid_on !== null) {
        const note = `${formatDotDate(refund.hand_paid_on)} 由${HAND_ROUTES[refund.hand_route]}`;
        return [
          step('done', '已人工退款', { amountFen: refund.amount_fen, note, at: at(refund.settled_at) }),
          policyEnded(refund, words),
        ];
      }
      return [
        handedOver,
        step('done', `${route}已退款`, {
          amountFen: refund.amount_fen,
          note: '请看付款账户的记录',
          at: at(refund.settled_at),
        }),
        policyEnded(refund, words),
      ];
    case 'PROCESSING':
      return [handedOver, step('now', `等${route}退回`, { note: refundArrival(refund.method).text }), end];
    case 'ABNORMAL':
    case 'CLOSED':
      if (refund.state === 'CLOSED' && refund.next_try_at !== null) {
        return [step('now', `${route}没有退成，会自动再退`, { note: '钱没有动，不用再申请' }), end];
      }
      return [
        ...(refund.accepted_at === null ? [] : [handedOver]),
        step('bad', `${route}没有退成`, { note: '已转人工处理，不用再申请。要问进度，请打客服电话报退款单号' }),
        { ...end, at: null },
      ];
    default:
      return [step('now', `正在把钱交给${route}`, { note: '一般几分钟' }), end];
  }
}
