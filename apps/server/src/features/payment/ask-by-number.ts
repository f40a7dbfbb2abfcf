import { positionId, shardOfOrder } from '../../security/order-ids.ts';
import { type AskedState, askProvider } from './ask-provider.ts';
import { attemptById } from './attempt-store.ts';
import { type PaymentDependencies, providerOf } from './payment-dependencies.ts';
import { refundByNumber } from './refund-rounds.ts';
import { paymentOfRefund } from './refund-store.ts';
import { applyRefundResult, placedRefund } from './run-refund.ts';

/**
 * Asks a provider about the payment behind a number of ours and settles what it answers: a bill names money, only a
 * verified answer moves it. `not-ours`: no attempt of this provider has that number.
 */
export async function askAboutPayment(
  deps: PaymentDependencies,
  provider: string,
  merchantOrderNo: string,
): Promise<AskedState | 'not-ours'> {
  const at = deps.numbers.attemptOf(merchantOrderNo);
  if (!at) return 'not-ours';
  const id = positionId(at.orderId, at.attemptNo);
  const attempt = await attemptById(deps.database.query, shardOfOrder(at.orderId), id);
  if (attempt?.merchant_order_no !== merchantOrderNo || attempt.provider !== provider) return 'not-ours';
  return askProvider(deps, attempt);
}

/**
 * Asks a provider about a refund of ours; one that is settled there becomes settled here. Other answers change nothing:
 * what is under way has a job of its own.
 */
export async function askAboutRefund(
  deps: PaymentDependencies,
  provider: string,
  refundNo: string,
): Promise<'settled' | 'not-settled' | 'unknown' | 'not-ours'> {
  const { query } = deps.database;
  const row = await refundByNumber(query, deps, refundNo);
  const payment = row && (await paymentOfRefund(query, row));
  if (!row || payment?.provider !== provider) return 'not-ours';
  const result = await providerOf(deps, provider).queryRefund(placedRefund(row, payment));
  if (result.kind === 'unknown') return 'unknown';
  if (result.kind !== 'settled') return 'not-settled';
  return (await applyRefundResult(deps, row, result)) ? 'settled' : 'unknown';
}
