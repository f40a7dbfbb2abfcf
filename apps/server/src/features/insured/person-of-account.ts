import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { holderOf } from '../account/index.ts';

/** Whose account it is: who paid, otherwise who is kept as oneself. */
export async function personOfAccount(query: Query, user: Pick<SessionUser, 'shard' | 'id'>): Promise<Buffer | null> {
  const holder = await holderOf(query, user.id);
  if (holder !== null) return holder;
  const [row] = await query<{ index: Buffer }>(
    `select person_index as index from members
     where shard = $1 and user_id = $2 and relationship = '00' and removed_at is null`,
    [user.shard, user.id],
  );
  return row?.index ?? null;
}
