import type { OrderRow } from '../order/index.ts';
import { attemptsOf, openAttempt, openAttempts } from './attempt-store.ts';
import { type SettleDependencies, settlePayment } from './settle-payment.ts';

/** What a company has paid in, as the provider of its people's payments. What of it goes back goes back into it at once. */
export const GROUP_DEPOSIT = 'group-deposit';
const METHOD = 'transfer';

/** Payments settled against money that lies here already. */
export interface DepositPayment {
  /** Says which money: the bank's reference and who of the list. */
  readonly reference: string;
  readonly paidAtMs: number;
}

/**
 * Pays an order with money that a company has transferred: an attempt and its settlement, as with any provider. Safe to
 * repeat; false where the order cannot be paid any more.
 */
export async function payFromDeposit(
  deps: SettleDependencies,
  order: Pick<OrderRow, 'shard' | 'id' | 'premium_fen'>,
  payment: DepositPayment,
): Promise<boolean> {
  const nowMs = deps.clock.now();
  const opened = await openAttempt(deps.database, {
    shard: order.shard,
    orderId: order.id,
    provider: GROUP_DEPOSIT,
    method: METHOD,
    merchantOrderNo: (attemptNo) => deps.numbers.merchantOrderNo(order.id, attemptNo),
    amountFen: order.premium_fen,
    detailsSealed: deps.vault.sealJson('prepay', {}),
    nowMs,
    marginMs: 0,
    firstQueryAtMs: null,
  });
  const attempt =
    opened.kind === 'opened'
      ? opened.attempt
      : openAttempts(await attemptsOf(deps.database.query, order.shard, order.id))[0];
  // Paid before, by the round that a crash ended.
  const number = attempt?.merchant_order_no ?? deps.numbers.merchantOrderNo(order.id, 1);
  const settled = await settlePayment(deps, GROUP_DEPOSIT, {
    merchantOrderNo: number,
    providerTxn: payment.reference,
    amountFen: order.premium_fen,
    currency: 'CNY',
    paidAtMs: payment.paidAtMs,
    payerId: null,
  });
  return settled.kind === 'settled';
}
