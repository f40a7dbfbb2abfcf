import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

type Owner = Pick<SessionUser, 'id' | 'shard'>;

/** A number, and when it was the account's. */
export interface HadPhone {
  readonly phoneIndex: Buffer;
  readonly sinceMs: number;
  /** `infinity` where it still is. */
  readonly untilMs: number;
}

/** Writes down which phone the account gives up now. */
export async function noteFormerPhone(query: Query, phoneIndex: Buffer, nowMs: number): Promise<void> {
  const [had] = await query<{ id: bigint; shard: number; since: number }>(
    'select id, shard, coalesce(phone_since, created_at) as since from users where phone_index = $1',
    [phoneIndex],
  );
  if (!had) return;
  await query(
    `insert into former_phones (shard, user_id, phone_index, since, until) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [had.shard, had.id, phoneIndex, new Date(had.since), new Date(nowMs)],
  );
}

/** Every phone the account had, the one it has now last. */
export async function phonesOfAccount(query: Query, user: SessionUser): Promise<HadPhone[]> {
  const former = await query<{ phone_index: Buffer; since: number; until: number }>(
    'select phone_index, since, until from former_phones where shard = $1 and user_id = $2 order by until',
    [user.shard, user.id],
  );
  const [now] = await query<{ since: number }>(
    'select coalesce(phone_since, created_at) as since from users where phone_index = $1 and id = $2',
    [user.phoneIndex, user.id],
  );
  if (!now) throw new Error('a session names a user that does not exist');
  return [
    ...former.map((row) => ({ phoneIndex: row.phone_index, sinceMs: row.since, untilMs: row.until })),
    { phoneIndex: user.phoneIndex, sinceMs: now.since, untilMs: Number.POSITIVE_INFINITY },
  ];
}

export async function dropFormerPhones(query: Query, user: Owner): Promise<void> {
  await query('delete from former_phones where shard = $1 and user_id = $2', [user.shard, user.id]);
}

/** Once no message of that time is kept, nobody needs to know any more which number it went to. */
export async function forgetFormerPhones(query: Query, beforeMs: number): Promise<void> {
  await query('delete from former_phones where until < $1', [new Date(beforeMs)]);
}
