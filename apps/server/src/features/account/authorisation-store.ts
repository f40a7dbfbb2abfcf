import type { Query } from '../../db/database.ts';

export interface NewAuthorisationState {
  readonly state: string;
  readonly sessionHash: Buffer;
  readonly returnTo: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
  /** Whose page it is; the messaging app's unless told. */
  readonly channel?: AuthorisationChannel;
  /** What was agreed to before leaving for the page. */
  readonly agreed?: unknown;
}

export type AuthorisationChannel = 'wechat' | 'alipay';

export async function insertState(query: Query, entry: NewAuthorisationState): Promise<void> {
  await query(
    `insert into authorisation_states (state, session_hash, return_to, created_at, expires_at, channel, agreed)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      entry.state,
      entry.sessionHash,
      entry.returnTo,
      new Date(entry.nowMs),
      new Date(entry.expiresAtMs),
      entry.channel ?? 'wechat',
      entry.agreed === undefined ? null : JSON.stringify(entry.agreed),
    ],
  );
}

export interface AuthorisationState {
  readonly returnTo: string;
  readonly sessionHash: Buffer | null;
  readonly used: boolean;
  readonly agreed: unknown;
}

export async function findState(
  query: Query,
  state: string,
  nowMs: number,
  channel: AuthorisationChannel = 'wechat',
): Promise<AuthorisationState | null> {
  const [row] = await query<AuthorisationState>(
    `select return_to as "returnTo", session_hash as "sessionHash", used_at is not null as used, agreed
     from authorisation_states where state = $1 and expires_at > $2 and channel = $3`,
    [state, new Date(nowMs), channel],
  );
  return row ?? null;
}

export async function markStateUsed(query: Query, state: string, nowMs: number): Promise<void> {
  await query(`update authorisation_states set used_at = $2 where state = $1 and used_at is null`, [
    state,
    new Date(nowMs),
  ]);
}

/** Uses the state up; false for whoever comes second. */
export async function takeState(query: Query, state: string, nowMs: number): Promise<boolean> {
  const rows = await query(
    `update authorisation_states set used_at = $2 where state = $1 and used_at is null returning 1 as taken`,
    [state, new Date(nowMs)],
  );
  return rows.length === 1;
}
