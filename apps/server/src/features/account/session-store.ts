import type { AccountEventKind } from '@huimin/domain/account';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface SessionRow {
  readonly userId: bigint | null;
  readonly userShard: number | null;
  readonly phoneIndex: Buffer | null;
  readonly openIdSealed: Buffer | null;
  readonly scope: SessionScope;
  readonly seenAtMs: number;
}

/** What a session may be used for: everything, or only to look at claims and settlements. */
export type SessionScope = 'full' | 'settle';

export async function findSession(query: Query, tokenHash: Buffer, nowMs: number): Promise<SessionRow | null> {
  const [row] = await query<SessionRow>(
    `select user_id as "userId", user_shard as "userShard", phone_index as "phoneIndex",
       open_id_sealed as "openIdSealed", scope, seen_at as "seenAtMs"
     from sessions where token_hash = $1 and expires_at > $2`,
    [tokenHash, new Date(nowMs)],
  );
  return row ?? null;
}

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly user: SessionUser | null;
  readonly openIdSealed: Buffer | null;
  readonly begun: SessionBeginning | null;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

/** How a logged-in session began. */
export interface SessionBeginning {
  readonly kind: AccountEventKind;
  /** In rough words, for its owner. */
  readonly device: string;
  readonly scope: SessionScope;
}

export async function insertSession(query: Query, session: NewSession): Promise<void> {
  await query(
    `insert into sessions (token_hash, user_id, user_shard, phone_index, open_id_sealed, created_at, seen_at, expires_at,
       login_kind, device, scope)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10)`,
    [
      session.tokenHash,
      session.user?.id ?? null,
      session.user?.shard ?? null,
      session.user?.phoneIndex ?? null,
      session.openIdSealed,
      new Date(session.nowMs),
      new Date(session.expiresAtMs),
      session.begun?.kind ?? null,
      session.begun?.device ?? null,
      session.begun?.scope ?? 'full',
    ],
  );
}

/** What a browser has brought along from other apps; its next session inherits it. */
export interface Brought {
  readonly openIdSealed: Buffer | null;
  /** An Alipay user who is to be bound by a login with the phone. */
  readonly alipaySealed: Buffer | null;
}

/** Ends a session and hands back what it carried. */
export async function deleteSession(query: Query, tokenHash: Buffer): Promise<Brought | null> {
  const [row] = await query<Brought>(
    `delete from sessions where token_hash = $1
     returning open_id_sealed as "openIdSealed", alipay_sealed as "alipaySealed"`,
    [tokenHash],
  );
  return row ?? null;
}

export async function storePendingAlipay(query: Query, tokenHash: Buffer, alipaySealed: Buffer): Promise<void> {
  await query(`update sessions set alipay_sealed = $2 where token_hash = $1`, [tokenHash, alipaySealed]);
}

export interface ListedSession {
  readonly tokenHash: Buffer;
  readonly kind: AccountEventKind | null;
  readonly device: string | null;
  readonly createdAtMs: number;
  readonly seenAtMs: number;
}

const MOST_LISTED = 50;

/** Where a user is logged in, used last first. */
export async function sessionsOf(query: Query, userId: bigint, nowMs: number): Promise<ListedSession[]> {
  return query<ListedSession>(
    `select token_hash as "tokenHash", login_kind as kind, device, created_at as "createdAtMs", seen_at as "seenAtMs"
     from sessions where user_id = $1 and expires_at > $2 order by seen_at desc, created_at desc limit ${MOST_LISTED}`,
    [userId, new Date(nowMs)],
  );
}

/** Ends a user's sessions: all but `keep`, or the one whose hash begins with `prefix`. Answers their hashes. */
export async function deleteSessionsOf(
  query: Query,
  userId: bigint,
  { keep = null, prefix = null }: { keep?: Buffer | null; prefix?: Buffer | null },
): Promise<Buffer[]> {
  const rows = await query<{ tokenHash: Buffer }>(
    `delete from sessions where user_id = $1 and ($2::bytea is null or token_hash <> $2)
       and ($3::bytea is null or substring(token_hash for length($3)) = $3)
     returning token_hash as "tokenHash"`,
    [userId, keep, prefix],
  );
  return rows.map((row) => row.tokenHash);
}

/** All browsers of a user forget which user of the messaging app they belong to. */
export async function forgetOpenIds(query: Query, userId: bigint): Promise<Buffer[]> {
  const rows = await query<{ tokenHash: Buffer }>(
    `update sessions set open_id_sealed = null where user_id = $1 and open_id_sealed is not null
     returning token_hash as "tokenHash"`,
    [userId],
  );
  return rows.map((row) => row.tokenHash);
}

export async function touchSession(query: Query, tokenHash: Buffer, nowMs: number, expiresAtMs: number): Promise<void> {
  await query(`update sessions set seen_at = $2, expires_at = $3 where token_hash = $1 and expires_at > $2`, [
    tokenHash,
    new Date(nowMs),
    new Date(expiresAtMs),
  ]);
}

/** False when the session has ended meanwhile. */
export async function storeOpenId(
  query: Query,
  tokenHash: Buffer,
  openIdSealed: Buffer,
  nowMs: number,
  expiresAtMs: number,
): Promise<boolean> {
  const rows = await query(
    `update sessions set open_id_sealed = $2, seen_at = $3,
       expires_at = case when scope = 'settle' then expires_at else $4 end
     where token_hash = $1 and expires_at > $3 returning 1 as stored`,
    [tokenHash, openIdSealed, new Date(nowMs), new Date(expiresAtMs)],
  );
  return rows.length === 1;
}
