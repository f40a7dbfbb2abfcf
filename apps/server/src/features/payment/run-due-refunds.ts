import { inParallel } from '../../coordination/in-parallel.ts';
import { postOrders } from '../ledger/index.ts';
import { GROUP_DEPOSIT } from './pay-from-deposit.ts';
import { type PaymentDependencies, providerOf } from './payment-dependencies.ts';
import {
  leaseRefunds,
  paymentOfRefund,
  postponeRefund,
  type RefundRow,
  sentNumber,
  takeRefundTurn,
} from './refund-store.ts';
import { runRefund } from './run-refund.ts';
import { settleRefund } from './settle-refund.ts';
import { resendByRule } from './solve-refund.ts';

const PER_ROUND = 50;
const WIDTH = 3;
const LEASE_MS = 60_000;

/** Sends refunds that are intended and asks about those under way. Returns how many were worked on. */
export async function runDueRefunds(deps: PaymentDependencies): Promise<number> {
  const leased = await leaseRefunds(deps.database.query, deps.clock.now(), LEASE_MS, PER_ROUND);
  // What is owed stands in the ledger before it is sent; a ledger that cannot be written holds up no refund.
  await postOrders(
    deps.database.query,
    leased.map((refund) => ({ shard: refund.shard, orderId: refund.order_id })),
    deps.clock.now(),
  ).catch((error) => deps.log.error({ problem: String(error) }, 'refunds are not posted yet'));
  await inParallel(
    leased,
    WIDTH,
    (refund) => step(deps, refund),
    (refund, error) => deps.log.error({ refundNo: sentNumber(refund), problem: String(error) }, 'refund step failed'),
  );
  return leased.length;
}

/** A cash value of nothing, and a company's own deposit, need no provider; what is handed over first waits for its turn. */
async function step(deps: PaymentDependencies, refund: RefundRow): Promise<void> {
  const nowMs = deps.clock.now();
  const { query } = deps.database;
  const { provider } = await paymentOfRefund(query, refund);
  if (refund.amount_fen === 0 || provider === GROUP_DEPOSIT) {
    await settleRefund(deps.database, refund, { providerRefundNo: null, settledAtMs: nowMs, nowMs });
    return;
  }
  if (refund.state === 'CLOSED') return resendByRule(deps, refund);
  if (refund.state === 'CREATED') {
    const gapMs = providerOf(deps, provider).refundGapMs;
    const sentAtMs = await takeRefundTurn(deps.database, refund, { nowMs, gapMs });
    if (sentAtMs === null) return postponeRefund(query, refund, nowMs + gapMs);
    return runRefund(deps, { ...refund, sent_at: sentAtMs });
  }
  return runRefund(deps, refund);
}
