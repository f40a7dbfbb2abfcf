import { askProvider } from './ask-provider.ts';
import { attemptById } from './attempt-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/**
 * Follows the news `payment-unplaced`: money came by an attempt whose order could not take it. Whoever saw that gives it
 * back at once; had it ended before, the provider is asked again here. Safe to repeat; throws while nothing is known.
 */
export async function settleUnplaced(
  deps: PaymentDependencies,
  money: { readonly shard: number; readonly attemptId: bigint },
): Promise<void> {
  const attempt = await attemptById(deps.database.query, money.shard, money.attemptId);
  if (!attempt) throw new Error('money without its attempt');
  const asked = await askProvider(deps, attempt);
  if (asked !== 'paid') throw new Error(`money without a place, and its provider answers ${asked}`);
}
