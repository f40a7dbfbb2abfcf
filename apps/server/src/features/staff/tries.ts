import { lockMsAfter, TRIES_BEFORE_LOCK } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';

type TriesCore = Pick<Core, 'database' | 'index' | 'clock'>;

const indexOf = ({ index }: TriesCore, account: string) => index.of('staff-account', account);
/** A day without a try forgets the earlier ones. */
const FORGOTTEN_MS = 24 * 3_600_000;

/**
 * Charges a try before it is looked at, so that many at once are not more than five; the same whether there is such an
 * account or not. Answers until when the account waits, null when the try may be made.
 */
export async function chargeTry(core: TriesCore, account: string): Promise<number | null> {
  const nowMs = core.clock.now();
  const key = indexOf(core, account);
  return core.database.transaction(async (query) => {
    await query(
      `insert into staff_tries (account_index, failures, last_at) values ($1, 0, $2) on conflict do nothing`,
      [key, new Date(nowMs)],
    );
    const [row] = await query<{ failures: number; locked_until: number | null; last_at: number }>(
      `select failures, locked_until, last_at from staff_tries where account_index = $1 for update`,
      [key],
    );
    if (row?.locked_until && row.locked_until > nowMs) return row.locked_until;
    const failures = row && nowMs - row.last_at < FORGOTTEN_MS ? row.failures + 1 : 1;
    const lockMs = lockMsAfter(failures);
    await query(`update staff_tries set failures = $2, locked_until = $3, last_at = $4 where account_index = $1`, [
      key,
      failures,
      lockMs === 0 ? null : new Date(nowMs + lockMs),
      new Date(nowMs),
    ]);
    return null;
  });
}

/** The try was right, the sign-in not yet complete: as if it had not been made. */
export async function giveTryBack(core: TriesCore, account: string): Promise<void> {
  await core.database.query(
    `update staff_tries set failures = greatest(failures - 1, 0), locked_until = null where account_index = $1`,
    [indexOf(core, account)],
  );
}

/** The whole sign-in was right. */
export async function forgetTries(core: TriesCore, account: string): Promise<void> {
  await core.database.query(`delete from staff_tries where account_index = $1`, [indexOf(core, account)]);
}

/** An administrator knows who it was: the account has all its tries again. False when it was not locked. */
export async function liftLock(core: TriesCore, query: Query, account: string): Promise<boolean> {
  const rows = await query(`delete from staff_tries where account_index = $1 and locked_until > $2 returning 1`, [
    indexOf(core, account),
    new Date(core.clock.now()),
  ]);
  return rows.length > 0;
}

/** How the account stands: until when it waits, and how many tries it has before that. */
export async function triesLeft(
  core: TriesCore,
  account: string,
): Promise<{ readonly left: number; readonly lockedUntilMs: number | null }> {
  const [row] = await core.database.query<{ failures: number; locked_until: number | null }>(
    `select failures, locked_until from staff_tries where account_index = $1`,
    [indexOf(core, account)],
  );
  const lockedUntilMs = row?.locked_until && row.locked_until > core.clock.now() ? row.locked_until : null;
  return { left: Math.max(0, TRIES_BEFORE_LOCK - (row?.failures ?? 0)), lockedUntilMs };
}

export async function lockedAccounts(core: TriesCore, accounts: readonly string[]): Promise<Set<string>> {
  const rows = await core.database.query<{ account_index: Buffer }>(
    `select account_index from staff_tries where account_index = any ($1) and locked_until > $2`,
    [accounts.map((account) => indexOf(core, account)), new Date(core.clock.now())],
  );
  const locked = new Set(rows.map((row) => row.account_index.toString('hex')));
  return new Set(accounts.filter((account) => locked.has(indexOf(core, account).toString('hex'))));
}

export async function sweepTries(core: TriesCore): Promise<void> {
  await core.database.query(`delete from staff_tries where last_at < $1`, [
    new Date(core.clock.now() - 2 * FORGOTTEN_MS),
  ]);
}
