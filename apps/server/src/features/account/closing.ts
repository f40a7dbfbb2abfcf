import type { Core } from '../../core.ts';
import { byteas } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import type { WriteKind } from '../../db/group-commit.ts';
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

/** An account in which something is to begin at this moment. */
interface Beginning {
  readonly user: SessionUser;
  readonly nowMs: number;
}

/** Of all accounts in which an order is being saved at the same moment, in one statement: a round trip each costs more than it. */
const readClosing: WriteKind<Beginning, Reply<null>> = {
  name: 'read-closing',
  async flush(query, beginnings) {
    const rows = await query<{ id: bigint; closing_at: number | null }>(
      'select id, closing_at from users where phone_index = any($1::bytea[])',
      [byteas(beginnings.map(({ user }) => user.phoneIndex))],
    );
    const closingAt = new Map(rows.map((row) => [row.id, row.closing_at]));
    return beginnings.map(({ user, nowMs }) => {
      const at = closingAt.get(user.id);
      if (at === undefined) return fail('not-logged-in');
      const isClosing = at !== null && at > nowMs - CLOSING_MS;
      return isClosing ? fail('order-state', '账户正在注销，现在不能下单') : ok(null);
    });
  },
};

/**
 * Whether something may still begin in an account. Asked after what closing it looks at is there for all to see, and before the
 * rest is written: then one of the two knows of the other, whichever was first.
 */
export function accountStaysOpen(
  { groupCommit, clock }: Pick<Core, 'groupCommit' | 'clock'>,
  user: SessionUser,
): Promise<Reply<null>> {
  return groupCommit.write(readClosing, { user, nowMs: clock.now() });
}
