import { inParallel } from '../../coordination/in-parallel.ts';
import { orderById } from '../order/index.ts';
import { askProvider, closeAttempt } from './ask-provider.ts';
import { type AttemptRow, leaseHanging, planNextQuery } from './attempt-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { pauseAfter } from './query-back-off.ts';

const PER_ROUND = 50;
const WIDTH = 5;
const LEASE_MS = 60_000;

/**
 * Asks the provider about attempts nobody told us of: a notice that got lost, a server that died between "paid there"
 * and "stored here". Returns how many were asked about.
 */
export async function askAboutHanging(deps: PaymentDependencies): Promise<number> {
  const leased = await leaseHanging(deps.database.query, deps.clock.now(), LEASE_MS, PER_ROUND);
  await inParallel(
    leased,
    WIDTH,
    (attempt) => ask(deps, attempt),
    (attempt, error) =>
      deps.log.error({ merchantOrderNo: attempt.merchant_order_no, problem: String(error) }, 'attempt not asked about'),
  );
  return leased.length;
}

async function ask(deps: PaymentDependencies, attempt: AttemptRow): Promise<void> {
  let asked = await askProvider(deps, attempt);
  if (asked === 'unpaid' && !(await isWanted(deps, attempt))) asked = await closeAttempt(deps, attempt);
  // What is paid or was closed just now has its plan; what was closed before has had its last question.
  if (asked === 'paid') return;
  if (asked === 'closed' && attempt.state !== 'CLOSED') return;
  const next = asked === 'closed' ? null : deps.clock.now() + pauseAfter(attempt.query_count + 1);
  await planNextQuery(deps.database.query, attempt, next);
}

/** Not wanted: closed here without the provider having heard of it, or of an order that another attempt has paid. */
async function isWanted(deps: PaymentDependencies, attempt: AttemptRow): Promise<boolean> {
  if (attempt.state === 'CLOSED') return false;
  const order = await orderById(deps.database.query, attempt.shard, attempt.order_id);
  return order?.status === 20 || order?.status === 25;
}
