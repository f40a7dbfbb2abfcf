import type { Query } from '../../db/database.ts';

export interface PersonAccount {
  readonly id: bigint;
  readonly shard: number;
  readonly phone_sealed: Buffer;
  readonly phone_index: Buffer;
  readonly created_at: number;
  readonly last_login_at: number;
}

/** The accounts that are this person's own, the one that was used last first. They lie where their phones lie. */
export async function accountsOfPerson(query: Query, person: Buffer, limit: number): Promise<PersonAccount[]> {
  const held = await query<{ user_id: bigint }>('select user_id from account_holders where person_index = $1', [
    person,
  ]);
  if (held.length === 0) return [];
  return query<PersonAccount>(
    `select id, shard, phone_sealed, phone_index, created_at, last_login_at from users
     where id = any ($1::bigint[]) order by last_login_at desc limit $2`,
    [held.map((row) => row.user_id), limit],
  );
}
