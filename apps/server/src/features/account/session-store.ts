import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface SessionRow {
  readonly userId: bigint | null;
  readonly userShard: number | null;
  readonly phoneIndex: Buffer | null;
  readonly openIdSealed: Buffer | null;
  readonly seenAtMs: number;
}

export async function findSession(query: Query, tokenHash: Buffer, nowMs: number): Promise<SessionRow | null> {
  const [row] = await query<SessionRow>(
    `select user_id as "userId", user_shard as "userShard", phone_index as "phoneIndex",
       open_id_sealed as "openIdSealed", seen_at as "seenAtMs"
     from sessions where token_hash = $1 and expires_at > $2`,
    [tokenHash, new Date(nowMs)],
  );
  return row ?? null;
}

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly user: SessionUser | null;
  readonly openIdSealed: Buffer | null;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

export async function insertSession(query: Query, session: NewSession): Promise<void> {
  await query(
    `insert into sessions (token_hash, user_id, user_shard, phone_index, open_id_sealed, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [
      session.tokenHash,
      session.user?.id ?? null,
      session.user?.shard ?? null,
      session.user?.phoneIndex ?? null,
      session.openIdSealed,
      new Date(session.nowMs),
      new Date(session.expiresAtMs),
    ],
  );
}

/** Ends a session and hands back the openId it carried. */
export async function deleteSession(query: Query, tokenHash: Buffer): Promise<Buffer | null> {
  const [row] = await query<{ openIdSealed: Buffer | null }>(
    `delete from sessions where token_hash = $1 returning open_id_sealed as "openIdSealed"`,
    [tokenHash],
  );
  return row?.openIdSealed ?? null;
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
    `update sessions set open_id_sealed = $2, seen_at = $3, expires_at = $4
     where token_hash = $1 and expires_at > $3 returning 1 as stored`,
    [tokenHash, openIdSealed, new Date(nowMs), new Date(expiresAtMs)],
  );
  return rows.length === 1;
}
