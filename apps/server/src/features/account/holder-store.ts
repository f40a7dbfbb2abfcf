import type { Core } from '../../core.ts';
import { bigints, byteas, smallints } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface Holder {
  readonly user: Pick<SessionUser, 'id' | 'shard'>;
  readonly personIndex: Buffer;
  readonly name: string;
}

type HolderCore = Pick<Core, 'database' | 'index' | 'clock'>;

/** Bound to the number: the same name of somebody else has another index. */
export function holderNameIndex(core: Pick<Core, 'index'>, personIndex: Buffer, name: string): Buffer {
  return core.index.of('holder-name', `${personIndex.toString('hex')} ${name}`);
}

const NOTE = `
with known as materialized (select person_index, user_id from account_holders where user_id = any ($2::bigint[]))
insert into account_holders (person_index, user_id, shard, name_index, noted_at)
select g.person_index, g.user_id, g.shard, g.name_index, $5::timestamptz
from unnest($1::bytea[], $2::bigint[], $3::smallint[], $4::bytea[]) as g(person_index, user_id, shard, name_index)
where not exists (select from known h where h.user_id = g.user_id and h.person_index <> g.person_index)
on conflict (person_index, user_id) do nothing`;

/**
 * Notes who paid, in this order, all by one statement. An account keeps the person who came first: somebody at an
 * unlocked phone, who adds himself and pays, does not become the one to whom the account is given back. Safe to repeat.
 */
export async function noteHolders(core: HolderCore, holders: readonly Holder[]): Promise<void> {
  const first = new Map<bigint, Holder>();
  for (const holder of holders) if (!first.has(holder.user.id)) first.set(holder.user.id, holder);
  const chosen = [...first.values()];
  if (chosen.length === 0) return;
  await core.database.query(NOTE, [
    byteas(chosen.map(({ personIndex }) => personIndex)),
    bigints(chosen.map(({ user }) => user.id)),
    smallints(chosen.map(({ user }) => user.shard)),
    byteas(chosen.map(({ personIndex, name }) => holderNameIndex(core, personIndex, name))),
    new Date(core.clock.now()),
  ]);
}

/**
 * The papers of a person were corrected, which took a proof of its own: the account goes along. Nothing where somebody
 * else is the one it belongs to.
 */
export async function correctHolder(
  core: Pick<Core, 'index'>,
  query: Query,
  userId: bigint,
  from: Buffer,
  to: { readonly personIndex: Buffer; readonly name: string },
): Promise<void> {
  // The row lies where its person lies: it goes and comes again, as it may not move across shards.
  const [gone] = await query<{ shard: number; noted_at: number }>(
    'delete from account_holders where person_index = $2 and user_id = $1 returning shard, noted_at',
    [userId, from],
  );
  if (!gone) return;
  await query(
    `insert into account_holders (person_index, user_id, shard, name_index, noted_at) values ($1, $2, $3, $4, $5)
     on conflict (person_index, user_id) do update set name_index = excluded.name_index`,
    [to.personIndex, userId, gone.shard, holderNameIndex(core, to.personIndex, to.name), new Date(gone.noted_at)],
  );
}

const MOST_ACCOUNTS = 5;

/** The accounts of a person by number and name at once: a wrong name and a number of nobody take the same way. */
export async function accountsOfHolder(query: Query, personIndex: Buffer, nameIndex: Buffer): Promise<bigint[]> {
  const rows = await query<{ id: bigint }>(
    `select user_id as id from account_holders where person_index = $1 and name_index = $2
     order by noted_at limit ${MOST_ACCOUNTS}`,
    [personIndex, nameIndex],
  );
  return rows.map((row) => row.id);
}

/** To whom an account belongs; null while nothing was paid. */
export async function holderOf(query: Query, userId: bigint): Promise<Buffer | null> {
  const [row] = await query<{ personIndex: Buffer }>(
    `select person_index as "personIndex" from account_holders where user_id = $1 order by noted_at limit 1`,
    [userId],
  );
  return row?.personIndex ?? null;
}
