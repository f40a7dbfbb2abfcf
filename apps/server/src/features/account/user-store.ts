import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface NewUser {
  readonly phoneIndex: Buffer;
  readonly id: bigint;
  readonly shard: number;
  readonly phoneSealed: Buffer;
  readonly nowMs: number;
}

/** Registers the phone, or finds who registered it before; two logins at once give one user. */
export async function registerOrFind(query: Query, user: NewUser): Promise<SessionUser> {
  const [row] = await query<{ id: bigint; shard: number }>(
    `insert into users (phone_index, id, shard, phone_sealed, created_at, last_login_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (phone_index) do update set last_login_at = excluded.last_login_at
     returning id, shard`,
    [user.phoneIndex, user.id, user.shard, user.phoneSealed, new Date(user.nowMs)],
  );
  const { id, shard } = row as { id: bigint; shard: number };
  return { id, shard, phoneIndex: user.phoneIndex };
}

export interface UserRow {
  readonly phoneSealed: Buffer;
  readonly regionCode: string | null;
}

export async function findUser(query: Query, user: SessionUser): Promise<UserRow | null> {
  const [row] = await query<UserRow>(
    `select phone_sealed as "phoneSealed", region_code as "regionCode" from users where phone_index = $1 and id = $2`,
    [user.phoneIndex, user.id],
  );
  return row ?? null;
}

export async function saveRegion(query: Query, user: SessionUser, regionCode: string): Promise<void> {
  await query(`update users set region_code = $3 where phone_index = $1 and id = $2`, [
    user.phoneIndex,
    user.id,
    regionCode,
  ]);
}

export interface Agreement {
  readonly key: string;
  readonly version: number;
}

/** Keeps the first moment at which each version was agreed to. */
export async function recordAgreements(
  query: Query,
  user: SessionUser,
  editionCode: string,
  agreements: readonly Agreement[],
  nowMs: number,
): Promise<void> {
  await query(
    `insert into account_agreements (shard, user_id, edition_code, document_key, version, agreed_at)
     select $1::smallint, $2::bigint, $3::text, given.key, given.version, $6::timestamptz
     from unnest($4::text[], $5::integer[]) as given (key, version)
     on conflict do nothing`,
    [
      user.shard,
      user.id,
      editionCode,
      agreements.map((agreement) => agreement.key),
      agreements.map((agreement) => agreement.version),
      new Date(nowMs),
    ],
  );
}
