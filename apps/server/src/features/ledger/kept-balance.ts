import { beijingDate } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { type TrialBalance, trialBalance } from './trial-balance.ts';

/** A night's comes after the jobs of the day before: at three in the morning. */
const NIGHT_MS = 3 * 60 * 60_000;
/** While it does not agree it is looked at again: what a crash left unposted comes right within an hour. */
const AGAIN_MS = 60 * 60_000;
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

export interface BalanceWatch {
  /** Written with what was worked out. */
  taken(query: Query, balance: TrialBalance): Promise<void>;
  /** Every server hears in each round what was worked out last, whichever of them did it. */
  stands(isRight: boolean): void;
}

/** Works it out where somebody asked, once a night, and every hour while it is not right; by one server. Answers whether it was done. */
export async function takeDueBalance({ database, clock, log }: Core, watch: BalanceWatch): Promise<number> {
  const { query } = database;
  const nowMs = clock.now();
  const [row] = await query<Row>(ROW);
  watch.stands(row?.balance?.isRight ?? true);
  if (!row || !isDue(row, nowMs)) return 0;
  // Whoever looked before another one was done with it finds what was due gone.
  const [at, until, due, taken] = [nowMs, nowMs + LEASE_MS, row.due_at, row.taken_at].map(momentOf);
  const leased = await query(
    `update trial_balance set lease_until = $2 where (lease_until is null or lease_until <= $1)
       and due_at is not distinct from $3 and taken_at is not distinct from $4 returning 1 as one`,
    [at, until, due, taken],
  );
  if (leased.length === 0) return 0;
  const balance = await trialBalance(database, nowMs);
  if (!balance.isRight) log.error({ totalFen: balance.totalFen, facts: balance.facts }, 'the ledger does not agree');
  await database.transaction(async (inside) => {
    await inside(
      `update trial_balance set balance = $2, taken_at = $1, lease_until = null,
         due_at = case when due_at > $1 then due_at end`,
      [new Date(nowMs), JSON.stringify(balance)],
    );
    await watch.taken(inside, balance);
  });
  watch.stands(balance.isRight);
  return 1;
}

const momentOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

function isDue({ due_at, taken_at, balance }: Row, nowMs: number): boolean {
  if (due_at !== null || taken_at === null) return true;
  if (balance?.isRight === false && nowMs - taken_at >= AGAIN_MS) return true;
  return beijingDate(taken_at - NIGHT_MS) < beijingDate(nowMs - NIGHT_MS);
}
