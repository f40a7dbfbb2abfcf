import { HAND_ROUTES, handRouteOf, type StuckKind, stuckKind, wayOutIsOpen } from '@huimin/domain/refund';
import type { Query } from '../../db/database.ts';
import type { RefundResult } from '../../ports/payment-provider.ts';
import { isReferenceTaken } from './bank-references.ts';
import { type PaymentDependencies, providerOf } from './payment-dependencies.ts';
import { BY_RULE, beginNextRound, type Decision, refundByNumber } from './refund-rounds.ts';
import { isHeldForHand, leaseRefund, paymentOfRefund, type RefundRow } from './refund-store.ts';
import { applyRefundResult, placedRefund } from './run-refund.ts';
import { settleRefund } from './settle-refund.ts';

/** What came of a decision about a refund that is stuck. */
export type Solved =
  | { readonly kind: 'sent-again'; readonly refundNo: string }
  | { readonly kind: 'paid-by-hand' }
  | { readonly kind: 'absent' }
  /** It is not stuck in a way that this would help; said in Chinese. */
  | { readonly kind: 'not-so'; readonly why: string };

/** Something else works on it just now, or its provider said nothing clear: it may be so in a minute. */
export interface Later {
  readonly kind: 'later';
  readonly why: string;
}

const notSo = (why: string): Solved => ({ kind: 'not-so', why });
const later = (why: string): Later => ({ kind: 'later', why });

/**
 * Sends a refund again under a new number, after its provider has said once more that the old one is over and moved no
 * money. The old number is named, so that whoever decides twice, or at the same time as somebody else, gets the same new one.
 * @param noted writes down who decided, with the decision or not at all
 */
export async function sendRefundAgain(
  deps: PaymentDependencies,
  number: string,
  decision: Decision,
  noted: (query: Query) => Promise<void>,
): Promise<Solved> {
  const refund = await refundByNumber(deps.database.query, deps, number);
  if (!refund) return { kind: 'absent' };
  if (refund.isCurrent) {
    if (await isHeldForHand(deps.database.query, refund)) {
      return notSo('有人登记过人工退款，还没有两个人说定，现在不能再发给渠道');
    }
    const kind = stuckKind(refund.state, refund.refusal !== null);
    if (!kind || !wayOutIsOpen(kind, 'send-again')) return notSo(whyNot(kind));
    const said = await askAgain(deps, refund);
    if (said.kind !== 'closed') return notSo(await applied(deps, refund, said));
  }
  const refundNo = await deps.database.transaction(async (query) => {
    const next = await beginNextRound(query, refund, decision, deps.clock.now());
    if (next !== null) await noted(query);
    return next;
  });
  return refundNo === null ? notSo('这笔退款刚刚变了，请重新查看') : { kind: 'sent-again', refundNo };
}

/** The same by itself, for a refund whose pause is over. */
export async function resendByRule(deps: PaymentDependencies, refund: RefundRow): Promise<void> {
  const said = await askAgain(deps, refund);
  if (said.kind === 'closed') await beginNextRound(deps.database.query, refund, BY_RULE, deps.clock.now());
  else await applyRefundResult(deps, refund, said.kind === 'absent' ? ABSENT_AFTER_CLOSE : said);
}

/** A number that was closed is not sent again, even when the provider has forgotten it. */
const ABSENT_AFTER_CLOSE: RefundResult = { kind: 'unknown', message: 'closed before, and absent now' };

export interface PaidByHand extends Decision {
  readonly reference: string;
  readonly paidOn: string;
}

const REFERENCE_TAKEN = '这个付款凭证号已经登记过别的收付款，请核对银行回单';

/** Why a person cannot have paid a refund on another way, in Chinese; null: as far as is known here, they can. */
export async function whyNotByHand(
  query: Query,
  core: Pick<PaymentDependencies, 'numbers'>,
  number: string,
  reference: string,
): Promise<string | null> {
  const refund = await refundByNumber(query, core, number);
  if (!refund) return '没有这笔退款';
  if (!refund.isCurrent) return '这个退款单号已经换新，请用现在的单号';
  const kind = stuckKind(refund.state, refund.refusal !== null);
  if (!kind || !wayOutIsOpen(kind, 'by-hand')) return whyNot(kind);
  const isTaken = await isReferenceTaken(query, reference, { shard: refund.shard, sourceId: refund.id });
  return isTaken ? REFERENCE_TAKEN : null;
}

/**
 * Records that a person paid a refund on another way, after its provider has said that it has not and is not about to.
 * Two people stand for it: the caller has seen to that.
 */
export async function recordPaidByHand(
  deps: PaymentDependencies,
  number: string,
  paid: PaidByHand,
): Promise<Solved | Later> {
  const { query } = deps.database;
  const refund = await refundByNumber(query, deps, number);
  if (!refund) return { kind: 'absent' };
  const why = await whyNotByHand(query, deps, number, paid.reference);
  if (why !== null) return notSo(why);
  const isTaken = () => isReferenceTaken(query, paid.reference, { shard: refund.shard, sourceId: refund.id });
  // Held, so that nothing sends it while this is decided.
  const nowMs = deps.clock.now();
  if (!(await leaseRefund(query, refund, nowMs))) return later('系统正在处理这笔退款，请一分钟后再试');
  const said = await askAgain(deps, refund);
  // Nothing was learned: what its provider said of it before still stands.
  if (said.kind === 'unknown' || said.kind === 'refused') return later('渠道没有明确结果，请稍后再试');
  if (said.kind !== 'closed' && said.kind !== 'abnormal' && said.kind !== 'absent') {
    return notSo(await applied(deps, refund, said));
  }
  const { method } = await paymentOfRefund(query, refund);
  const hand = { ...paid, route: handRouteOf(method) };
  const settlement = { providerRefundNo: null, settledAtMs: nowMs, nowMs, hand };
  if (!(await settleRefund(deps.database, refund, settlement))) {
    return (await isTaken()) ? notSo(REFERENCE_TAKEN) : later('这笔退款刚刚变了，请重新查看');
  }
  deps.log.info({ refundNo: number, route: HAND_ROUTES[hand.route], by: paid.by }, 'refund paid by hand');
  return { kind: 'paid-by-hand' };
}

async function askAgain(deps: PaymentDependencies, refund: RefundRow): Promise<RefundResult> {
  const payment = await paymentOfRefund(deps.database.query, refund);
  return providerOf(deps, payment.provider).queryRefund(placedRefund(refund, payment));
}

/** Takes what the provider says instead, and tells it. */
async function applied(deps: PaymentDependencies, refund: RefundRow, said: RefundResult): Promise<string> {
  if (!(await applyRefundResult(deps, refund, said.kind === 'absent' ? ABSENT_AFTER_CLOSE : said))) {
    return '渠道说退了，金额却和这笔退款不一样，没有入账。请到渠道后台核对流水';
  }
  switch (said.kind) {
    case 'settled':
      return '渠道说已经退款，已按渠道入账';
    case 'processing':
      return '渠道说退款还在处理，请等它结束';
    case 'abnormal':
      return '渠道说退款异常、没有关闭，请在渠道处理或登记人工退款';
    default:
      return '渠道没有明确结果，请稍后再试';
  }
}

function whyNot(kind: StuckKind | null): string {
  if (kind === null) return '这笔退款没有卡住，不用处理';
  return kind === 'ABNORMAL'
    ? '渠道没有关闭这笔退款，换单号可能退两次，请在渠道处理或登记人工退款'
    : '渠道没有收下这笔退款，系统会用原单号再试；渠道一直不收时请登记人工退款';
}
