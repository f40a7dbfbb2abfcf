import { beijingDate } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { type TrialBalance, trialBalance } from './trial-balance.ts';

/** A night's comes after the jobs of the day before: at three in the morning. */
const NIGHT_MS = 3 * 60 * 60_000;
/** Longer than it takes with the payments of all years. */
const LEASE_MS = 30 * 60_000;

interface Row {
  readonly due_at: number | null;
  readonly lease_until: number | null;
  readonly taken_at: number | null;
  readonly balance: TrialBalance | null;
}

const ROW = 'select due_at, lease_until, taken_at, balance from trial_balance';

export interface KeptBalance {
  /** Null: never worked out so far. */
  readonly balance: TrialBalance | null;
  /** Asked for, and not worked out yet. */
  readonly isAwaited: boolean;
}

export async function keptBalance(query: Query): Promise<KeptBalance> {
  const [row] = await query<Row>(ROW);
  return { balance: row?.balance ?? null, isAwaited: row?.due_at != null || row?.taken_at == null };
}

/** Has it worked out anew, within seconds; asked for twice before it begins it is done once, and once more when it had begun. */
export async function wantBalance(query: Query, nowMs: number): Promise<void> {
  await query('update trial_balance set due_at = $1', [new Date(nowMs)]);
}

/** Works it out where somebody asked, and once a night; by one server. Answers whether it was done. */
export async function takeDueBalance({ database, clock, log }: Core): Promise<number> {
  const { query } = database;
  const nowMs = clock.now();
  const [row] = await query<Row>(ROW);
  if (!row || !isDue(row, nowMs)) return 0;
  const leased = await query(
    'update trial_balance set lease_until = $2 where lease_until is null or lease_until <= $1 returning 1 as one',
    [new Date(nowMs), new Date(nowMs + LEASE_MS)],
  );
  if (leased.length === 0) return 0;
  const balance = await trialBalance(database, nowMs);
  if (!balance.isRight) log.error({ totalFen: balance.totalFen, facts: balance.facts }, 'the ledger does not agree');
  await query(
    `update trial_balance set balance = $2, taken_at = $1, lease_until = null,
       due_at = case when due_at > $1 then due_at end`,
    [new Date(nowMs), JSON.stringify(balance)],
  );
  return 1;
}

function isDue({ due_at, taken_at }: Row, nowMs: number): boolean {
  return due_at !== null || taken_at === null || beijingDate(taken_at - NIGHT_MS) < beijingDate(nowMs - NIGHT_MS);
}
