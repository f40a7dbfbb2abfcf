import { inParallel } from '../../coordination/in-parallel.ts';
import { closeAttempt } from './ask-provider.ts';
import { leaseExpired } from './attempt-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { closeOrder, expiredOrders } from './payment-store.ts';

const PER_ROUND = 50;
const WIDTH = 5;
/** Longer than closing and asking can take; an attempt that stays unclear is tried again after it. */
const LEASE_MS = 60_000;

/**
 * Closes unpaid orders whose time is over: at the provider first, then here, then their people are free again.
 * Returns how many orders were closed.
 */
export async function closeExpiredOrders(deps: PaymentDependencies): Promise<number> {
  const { query } = deps.database;
  const leased = await leaseExpired(query, deps.clock.now(), LEASE_MS, PER_ROUND);
  await inParallel(
    leased,
    WIDTH,
    async (attempt) => void (await closeAttempt(deps, attempt)),
    (attempt, error) =>
      deps.log.error({ merchantOrderNo: attempt.merchant_order_no, problem: String(error) }, 'attempt not closed'),
  );
  let closed = 0;
  await inParallel(
    await expiredOrders(query, deps.clock.now(), PER_ROUND),
    1,
    async (order) => {
      if ((await closeOrder(deps.database, order, 'OrderExpired', deps.clock.now())) === 'closed') closed++;
    },
    (order, error) =>
      deps.log.error({ orderNo: deps.numbers.orderNo(order.id), problem: String(error) }, 'order not closed'),
  );
  return closed;
}
