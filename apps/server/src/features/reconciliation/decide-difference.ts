import { RESOLUTIONS, type Resolution, resolutionsFor } from '@huimin/domain/reconciliation';
import { shardOfOrder } from '../../security/order-ids.ts';
import {
  askAboutPayment,
  askAboutRefund,
  type PaymentDependencies,
  refundUnissuable,
  settlePayment,
} from '../payment/index.ts';
import { lineOf, moneyOf } from './book-store.ts';
import { type Decision, openDifference, resolveDifference, type StoredDifference } from './difference-store.ts';
import { syncSuspense } from './suspense.ts';

/** What came of a decision; `why` in Chinese. */
export type Decided =
  | { readonly kind: 'decided' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not-so'; readonly why: string };

const NOTHING_AGAINST = null;

/**
 * Does what a person decided about a difference, by the ways by which everything else of that kind is done, and then
 * writes the decision down. What cannot be done is not written down either.
 */
export async function decideDifference(deps: PaymentDependencies, id: bigint, decision: Decision): Promise<Decided> {
  const difference = await openDifference(deps.database.query, id);
  if (!difference) return { kind: 'absent' };
  const why = await act(deps, difference, decision.resolution);
  if (why !== NOTHING_AGAINST) return { kind: 'not-so', why };
  const done = await deps.database.transaction(async (query) => {
    const resolved = await resolveDifference(query, id, decision);
    if (resolved) await syncSuspense(query, difference, decision.atMs);
    return resolved;
  });
  return { kind: done ? 'decided' : 'absent' };
}

/** Null: done, or nothing to do. */
async function act(
  deps: PaymentDependencies,
  difference: StoredDifference,
  resolution: Resolution,
): Promise<string | null> {
  const allowed = resolutionsFor(difference.class);
  if (!allowed.includes(resolution)) {
    return `这类差异可以选：${allowed.map((one) => `${one}（${RESOLUTIONS[one]}）`).join('、')}`;
  }
  switch (resolution) {
    case 'held':
    case 'checked':
      return NOTHING_AGAINST;
    case 'booked':
      return book(deps, difference);
    case 'refunded':
      return (await book(deps, difference)) ?? (await giveBack(deps, difference));
    case 'corrected':
      return correct(deps, difference);
  }
}

/**
 * The provider's own word first. Where it has none any more, the line of its bill stands for it, since a person has decided
 * so by name; what it denies is not booked.
 */
async function book(deps: PaymentDependencies, difference: StoredDifference): Promise<string | null> {
  const { provider, merchant_order_no: merchantOrderNo, provider_txn: providerTxn } = difference;
  const asked = await askAboutPayment(deps, provider, merchantOrderNo);
  if (asked === 'not-ours') return '不是我方的订单号：请先挂账，在渠道后台处理后再选已核实';
  if (asked === 'unpaid' || asked === 'closed') return '渠道查单说没有这笔付款：请先挂账，向渠道核实';
  if (asked === 'unknown') {
    const line = await lineOf(deps.database.query, difference);
    if (!line) return '账单里已经没有这一行，请重新核对这一天';
    const { amountFen, atMs: paidAtMs } = line;
    const evidence = { merchantOrderNo, providerTxn, amountFen, currency: 'CNY', paidAtMs, payerId: null };
    const settled = await settlePayment(deps, provider, evidence);
    if (settled.kind === 'refused') return '账单的金额或单号与订单不符，不能补单：请先挂账';
  }
  const money = await moneyOf(deps.database.query, difference);
  return money ? NOTHING_AGAINST : '渠道查单是另一笔付款，不是账单里这一笔：请先挂账';
}

/** Surplus goes back by itself; what paid its order goes back as for one that could not be covered. */
async function giveBack(deps: PaymentDependencies, difference: StoredDifference): Promise<string | null> {
  if (difference.order_id === null) return '不是我方的订单';
  const order = { shard: shardOfOrder(difference.order_id), id: difference.order_id };
  const before = await moneyOf(deps.database.query, difference);
  if (before && before.refunds === 0) await refundUnissuable(deps, order);
  const after = await moneyOf(deps.database.query, difference);
  if (after && after.refunds > 0) return NOTHING_AGAINST;
  return '这笔钱已经补单，保单已经生效：请投保人申请退保';
}

async function correct(deps: PaymentDependencies, difference: StoredDifference): Promise<string | null> {
  if (difference.refund_no === null) return '这笔差异没有退款单号：请先挂账';
  const asked = await askAboutRefund(deps, difference.provider, difference.refund_no);
  switch (asked) {
    case 'settled':
      return NOTHING_AGAINST;
    case 'not-settled':
      return '渠道查询说还没有退款：请先挂账，向渠道核实';
    case 'unknown':
      return '渠道没有明确结果，请稍后再试';
    case 'not-ours':
      return '退款不是我方发起的：请先挂账，向渠道核实';
  }
}
