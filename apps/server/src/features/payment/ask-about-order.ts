import { type OrderRow, orderOfOwner } from '../order/index.ts';
import { askProvider } from './ask-provider.ts';
import { type AttemptRow, attemptsOf, openAttempts } from './attempt-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { promiseResult } from './result-message.ts';

/** An order after the providers of its open attempts were asked about it. */
export interface AskedOrder {
  readonly order: OrderRow;
  /** Empty for an order that is paid or closed. */
  readonly attempts: readonly AttemptRow[];
  /** An open attempt may have been charged, and its provider could not be asked. */
  readonly unclear: boolean;
  /** The payer gets a text message when the result is there. */
  readonly isTold: boolean;
}

/**
 * Reads somebody's order; while it is unpaid here, the provider of its open attempt is asked, so a lost notice costs
 * nothing. Who waits for an unclear result, or has come back from the cashier and waits, is promised a text message.
 */
export async function askAboutOrder(
  deps: PaymentDependencies,
  owner: { readonly id: bigint; readonly shard: number },
  orderNo: string,
  waiting = false,
): Promise<AskedOrder | null> {
  const orderId = deps.numbers.orderId(orderNo);
  const { query } = deps.database;
  const read = async (): Promise<OrderRow | null> => (orderId === null ? null : orderOfOwner(query, owner, orderId));
  const order = await read();
  if (!order) return null;
  if (!isUnpaid(order)) return { order, attempts: [], unclear: false, isTold: false };
  const attempts = await attemptsOf(query, order.shard, order.id);
  const open = openAttempts(attempts);
  // By attempt and state: an answer of before the payment was started says nothing about it.
  const subject = open.map((attempt) => `${attempt.merchant_order_no} ${attempt.state}`).join();
  const unclear = open.length > 0 && (await deps.askGate.ask(subject, () => askAbout(deps, open)));
  // Also where none is open any more: it may have been settled since the order was read.
  const asked = attempts.length > 0 ? ((await read()) ?? order) : order;
  const cashierSeen = open.some((attempt) => attempt.state === 'WAITING');
  const promised = deps.tellsResults && isUnpaid(asked) && cashierSeen && (unclear || waiting);
  if (promised) await promiseResult(query, asked, deps.clock.now());
  return { order: asked, attempts, unclear: unclear && isUnpaid(asked), isTold: promised };
}

function isUnpaid(order: OrderRow): boolean {
  return order.status === 20 || order.status === 25;
}

/** True when an attempt may have been paid and its provider did not say. */
async function askAbout(deps: PaymentDependencies, attempts: readonly AttemptRow[]): Promise<boolean> {
  let unclear = false;
  for (const attempt of attempts) {
    const asked = await askProvider(deps, attempt);
    // Without a handle the payer never saw a cashier, so nothing can have been charged.
    if (asked === 'unknown' && attempt.state === 'WAITING') unclear = true;
  }
  return unclear;
}
