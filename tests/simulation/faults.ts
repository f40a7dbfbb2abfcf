import type { Sandbox } from '@huimin/sandbox';
import type { NoticeRow } from './payers/provider-side.ts';

export type FaultRequest = Parameters<Sandbox['control']['faults']['add']>[0];
type FaultKind = FaultRequest['kind'];

/** Answers that break; none of them lets a caller wait, which the simulated network does without waiting. */
const ANSWERS: readonly FaultKind[] = [
  'http_500',
  'http_502_html',
  'busy_code',
  'rate_limit',
  'timeout_after',
  'truncated',
  'not_json',
  'wrong_charset',
  'bad_response_sign',
  'clock_skew',
  'core_timeout',
  'rule_limit',
];
/** Payments that cross a close. */
const CROSSINGS: readonly FaultKind[] = ['pay_between_query_and_close', 'late_pay_after_close'];
const REFUNDS: readonly FaultKind[] = ['refund_pending', 'refund_fail', 'refund_abnormal', 'refund_account_empty'];

/** A refund that is pending comes through after this time. */
const PENDING_MS = 20_000;

/** Correctly signed, and the money in it is not ours, or not so much. */
const WRONG_CONTENT: readonly FaultKind[] = [
  'notify_wrong_amount',
  'notify_wrong_currency',
  'notify_wrong_merchant',
  'notify_wrong_appid',
  'notify_wrong_order',
];
const WRONG_SIGNATURE: readonly FaultKind[] = [
  'notify_bad_sign',
  'notify_foreign_cert',
  'notify_tampered',
  'notify_stale',
];

/** Where each of the kinds strikes at a provider. */
function strikes(sandbox: Sandbox, provider: string, kinds: readonly FaultKind[], calls: RegExp): FaultRequest[] {
  const offers = sandbox.control.faults.offers()[provider as FaultRequest['provider']] ?? {};
  return kinds.flatMap((kind) =>
    (offers[kind] ?? []).filter((call) => calls.test(call)).map((call) => ({ provider, kind, call }) as FaultRequest),
  );
}

export const SPOILT_BILLS = ['bill_missing_row', 'bill_amount_diff', 'bill_extra_row'] as const;
type SpoiltBill = (typeof SPOILT_BILLS)[number];

/** A provider's bills that tell something else than what happened, however often they are fetched. */
export function spoiltBills(sandbox: Sandbox, provider: string, kind: SpoiltBill): FaultRequest[] {
  return strikes(sandbox, provider, [kind], /^bill/).map((fault) => ({ ...fault, times: 99 }));
}

export function brokenCalls(sandbox: Sandbox, provider: string): FaultRequest[] {
  return strikes(sandbox, provider, [...ANSWERS, ...CROSSINGS], /^(order|refund|account|authorise|contract)\./).map(
    (fault) => (fault.kind === 'timeout_after' ? { ...fault, args: { reset: true } } : fault),
  );
}

export function brokenRefunds(sandbox: Sandbox, provider: string): FaultRequest[] {
  return strikes(sandbox, provider, REFUNDS, /^refund\.create$/).map((fault) =>
    fault.kind === 'refund_pending' ? { ...fault, args: { delayMs: PENDING_MS } } : fault,
  );
}

/** Posts of a notice that every server has to refuse. Only what tells of a payment has content that can be wrong. */
export function wrongPosts(sandbox: Sandbox, provider: string, notice: NoticeRow): FaultRequest[] {
  const ofPayment = notice.outRefundNo === undefined && !/CLOSE|AUTH|CONTRACT/.test(notice.eventType);
  const kinds = ofPayment ? [...WRONG_CONTENT, ...WRONG_SIGNATURE] : WRONG_SIGNATURE;
  const match = { outTradeNo: notice.outTradeNo };
  return strikes(sandbox, provider, kinds, /^notify$/).map((fault) => ({ ...fault, match }));
}
