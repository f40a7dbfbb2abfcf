import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

/** Where one of the user's people is medically insured, by the keyed hash of their paper; null when nobody was kept. */
export async function regionOfPerson(query: Query, user: SessionUser, personIndex: Buffer): Promise<string | null> {
  const rows = await query<{ region_code: string }>(
    `select region_code from members where shard = $1 and user_id = $2 and person_index = $3
     order by removed_at is not null, id desc limit 1`,
    [user.shard, user.id, personIndex],
  );
  return rows[0]?.region_code ?? null;
}
