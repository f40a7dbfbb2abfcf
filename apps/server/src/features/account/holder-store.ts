import type { Core } from '../../core.ts';
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

/**
 * Notes who paid. An account keeps the person who came first: somebody at an unlocked phone, who adds himself and pays,
 * does not become the one to whom the account is given back. Safe to repeat.
 */
export async function noteHolders(core: HolderCore, holders: readonly Holder[]): Promise<void> {
  for (const { user, personIndex, name } of holders) {
    await core.database.query(
      `insert into account_holders (person_index, user_id, shard, name_index, noted_at)
       select $1::bytea, $2::bigint, $3::smallint, $4::bytea, $5::timestamptz
       where not exists (select 1 from account_holders where user_id = $2 and person_index <> $1)
       on conflict (person_index, user_id) do nothing`,
      [personIndex, user.id, user.shard, holderNameIndex(core, personIndex, name), new Date(core.clock.now())],
    );
  }
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
  await query(
    `update account_holders set person_index = $3, name_index = $4 where user_id = $1 and person_index = $2`,
    [userId, from, to.personIndex, holderNameIndex(core, to.personIndex, to.name)],
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
