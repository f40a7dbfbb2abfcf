import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { noteFormerPhone } from './former-phones.ts';

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

/** The account of a phone. */
export async function findByPhone(query: Query, phoneIndex: Buffer): Promise<SessionUser | null> {
  const [row] = await query<{ id: bigint; shard: number }>(`select id, shard from users where phone_index = $1`, [
    phoneIndex,
  ]);
  return row ? { ...row, phoneIndex } : null;
}

export interface KnownUser extends SessionUser {
  readonly phoneSealed: Buffer;
}

/** Accounts by their ids, for what knows them by something else than the phone. */
export async function findByIds(query: Query, ids: readonly bigint[]): Promise<KnownUser[]> {
  return query<KnownUser>(
    `select id, shard, phone_index as "phoneIndex", phone_sealed as "phoneSealed" from users where id = any($1)`,
    [ids],
  );
}

export async function findContact(query: Query, user: SessionUser): Promise<Buffer | null> {
  const [row] = await query<{ sealed: Buffer | null }>(
    `select contact_sealed as sealed from users where phone_index = $1 and id = $2`,
    [user.phoneIndex, user.id],
  );
  return row?.sealed ?? null;
}

export async function saveContact(query: Query, user: SessionUser, sealed: Buffer): Promise<void> {
  await query(`update users set contact_sealed = $3 where phone_index = $1 and id = $2`, [
    user.phoneIndex,
    user.id,
    sealed,
  ]);
}

/** False where nothing had been written down. */
export async function eraseContact(query: Query, user: SessionUser): Promise<boolean> {
  const rows = await query(
    `update users set contact_sealed = null
     where phone_index = $1 and id = $2 and contact_sealed is not null returning 1 as erased`,
    [user.phoneIndex, user.id],
  );
  return rows.length === 1;
}

export async function noteLogin(query: Query, user: SessionUser, nowMs: number): Promise<void> {
  await query(`update users set last_login_at = $3 where phone_index = $1 and id = $2`, [
    user.phoneIndex,
    user.id,
    new Date(nowMs),
  ]);
}

export interface WholeUser {
  readonly phoneIndex: Buffer;
  readonly id: bigint;
  readonly shard: number;
  readonly phoneSealed: Buffer;
}

/** The accounts of these phones, held until the transaction ends. */
export async function holdPhones(query: Query, phoneIndexes: readonly Buffer[]): Promise<WholeUser[]> {
  const held: WholeUser[] = [];
  // One by one, as they lie in several shards; in one order, so that nobody waits in a ring.
  for (const phoneIndex of phoneIndexes.toSorted(Buffer.compare)) {
    const rows = await query<WholeUser>(
      `select phone_index as "phoneIndex", id, shard, phone_sealed as "phoneSealed" from users
       where phone_index = $1 for update`,
      [phoneIndex],
    );
    held.push(...rows);
  }
  return held;
}

export async function removeUser(query: Query, phoneIndex: Buffer): Promise<void> {
  await query(`delete from users where phone_index = $1`, [phoneIndex]);
}

/**
 * Puts the account under another phone. The phone is the key by which the table is spread, so the row is made anew; all
 * else hangs on shard and id and stays. False when the phone was taken meanwhile; the caller gives all of it up then.
 */
export async function moveUser(
  query: Query,
  from: Buffer,
  to: { readonly phoneIndex: Buffer; readonly phoneSealed: Buffer; readonly nowMs: number },
): Promise<boolean> {
  await noteFormerPhone(query, from, to.nowMs);
  const rows = await query(
    `insert into users (phone_index, id, shard, phone_sealed, region_code, contact_sealed, created_at, last_login_at,
       phone_since)
     select $2::bytea, id, shard, $3::bytea, region_code, contact_sealed, created_at, last_login_at, $4::timestamptz
     from users where phone_index = $1
     on conflict (phone_index) do nothing returning 1 as moved`,
    [from, to.phoneIndex, to.phoneSealed, new Date(to.nowMs)],
  );
  if (rows.length === 0) return false;
  await removeUser(query, from);
  return true;
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
