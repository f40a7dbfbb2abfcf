import { raiseAlert } from './alert-store.ts';
import { type AttemptRow, markPaymentAbandoned, moveAttempt, placedOrder } from './attempt-store.ts';
import { type PaymentDependencies, providerOf } from './payment-dependencies.ts';
import { paymentsOf } from './payment-store.ts';
import { settlePayment } from './settle-payment.ts';
import { tellSetting } from './tell-setting.ts';

/** What is known of an attempt after asking its provider; money it reports is settled before this answers. */
export type AskedState = 'paid' | 'unpaid' | 'closed' | 'unknown';

/** A create call may still be on its way this long after the intent was written. */
const CREATE_MAY_ARRIVE_MS = 2 * 60_000;
/** A closed attempt is asked about once more, for a payment that crossed the close and whose notice got lost. */
const LAST_QUESTION_MS = 10 * 60_000;
/** A payment of the last second has been booked by then. */
const AFTER_EXPIRY_MS = 2 * 60_000;

/** Asks the provider about one attempt and settles what it says. */
export async function askProvider(deps: PaymentDependencies, attempt: AttemptRow): Promise<AskedState> {
  const answer = await providerOf(deps, attempt.provider).query(placedOrder(attempt));
  switch (answer.kind) {
    case 'paid': {
      const settled = await settlePayment(deps, attempt.provider, answer.evidence);
      return settled.kind === 'refused' ? 'unknown' : 'paid';
    }
    case 'refunded':
      return refundedAtProvider(deps, attempt, answer.evidence.providerTxn);
    case 'unpaid':
      await markPaymentAbandoned(deps.database.query, attempt.shard, attempt.order_id);
      return 'unpaid';
    case 'closed':
      await markClosed(deps, attempt);
      return 'closed';
    case 'absent':
      if (deps.clock.now() - attempt.created_at < CREATE_MAY_ARRIVE_MS) return 'unpaid';
      await markClosed(deps, attempt);
      return 'closed';
    case 'unknown':
      if (answer.setting !== undefined) await tellSetting(deps, attempt.provider, answer.setting);
      return 'unknown';
  }
}

/** Closes an attempt at its provider so that it can no longer be paid. `unknown`: it may still be. */
export async function closeAttempt(
  deps: PaymentDependencies,
  attempt: AttemptRow,
): Promise<'closed' | 'paid' | 'unknown'> {
  const provider = providerOf(deps, attempt.provider);
  for (let round = 1; round <= 2; round++) {
    const answer = await provider.close(placedOrder(attempt));
    if (answer.kind === 'closed' || answer.kind === 'absent') {
      await markClosed(deps, attempt, answer.kind === 'absent' ? attempt.expires_at : 0);
      return 'closed';
    }
    const asked = await askProvider(deps, attempt);
    if (asked === 'paid' || asked === 'closed') return asked;
    if (asked === 'unknown') return 'unknown';
    // Not paid, and the close did not get through: once more.
  }
  return 'unknown';
}

/**
 * `payableUntilMs`: what the provider has not heard of cannot be closed there, and a cashier page that was opened
 * before can still be paid on until then; the last question comes after that.
 */
async function markClosed(deps: PaymentDependencies, attempt: AttemptRow, payableUntilMs = 0): Promise<void> {
  const nowMs = deps.clock.now();
  await moveAttempt(deps.database.query, attempt, 'AttemptClosed', {
    atMs: nowMs,
    nextQueryAtMs: Math.max(nowMs + LAST_QUESTION_MS, payableUntilMs + AFTER_EXPIRY_MS),
  });
}

/** Refunded by us: known. Otherwise somebody gave the money back in the provider's own console. */
async function refundedAtProvider(
  deps: PaymentDependencies,
  attempt: AttemptRow,
  providerTxn: string,
): Promise<AskedState> {
  const { query } = deps.database;
  const payments = await paymentsOf(query, attempt.shard, attempt.order_id);
  if (payments.some((payment) => payment.provider_txn === providerTxn)) return 'paid';
  await raiseAlert(
    query,
    {
      kind: 'payment-refunded-elsewhere',
      subject: providerTxn,
      orderId: attempt.order_id,
      shard: attempt.shard,
      details: { merchantOrderNo: attempt.merchant_order_no, providerTxn, amountFen: attempt.amount_fen },
    },
    deps.clock.now(),
  );
  await moveAttempt(query, attempt, 'AttemptClosed', { atMs: deps.clock.now(), nextQueryAtMs: null });
  return 'closed';
}
