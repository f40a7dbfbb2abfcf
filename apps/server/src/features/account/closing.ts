import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply, type SessionUser } from '../../http/handler.ts';
import { holdPhones } from './user-store.ts';

/** Longer than closing may take; what a server that ended in the middle has left is over by then. */
const CLOSING_MS = 5 * 60_000;
/** From when on closing has taken too long to go on; far enough before that moment for clocks that differ. */
export const CLOSE_WITHIN_MS = 60_000;

/** Says that an account is being closed, or (null) that it is not any more. To be committed before anything is looked at. */
export async function markClosing(query: Query, user: SessionUser, nowMs: number | null): Promise<void> {
  await query(`update users set closing_at = $3 where phone_index = $1 and id = $2`, [
    user.phoneIndex,
    user.id,
    nowMs === null ? null : new Date(nowMs),
  ]);
}

/** Holds an account against a change of its phone; false where it has another one by now, or has ended. */
export async function holdAccount(query: Query, user: SessionUser): Promise<boolean> {
  const [held] = await holdPhones(query, [user.phoneIndex]);
  return held?.id === user.id;
}

/**
 * Whether something may still begin in an account. Asked after what closing it looks at is there for all to see, and before the
 * rest is written: then one of the two knows of the other, whichever was first.
 */
export async function accountStaysOpen(query: Query, user: SessionUser, nowMs: number): Promise<Reply<null>> {
  const [row] = await query<{ closing_at: number | null }>(
    `select closing_at from users where phone_index = $1 and id = $2`,
    [user.phoneIndex, user.id],
  );
  if (!row) return fail('not-logged-in');
  const isClosing = row.closing_at !== null && row.closing_at > nowMs - CLOSING_MS;
  return isClosing ? fail('order-state', '账户正在注销，现在不能下单') : ok(null);
}
