import type { Query } from '../../db/database.ts';

export interface NewAuthorisationState {
  readonly state: string;
  readonly sessionHash: Buffer;
  readonly returnTo: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

export async function insertState(query: Query, entry: NewAuthorisationState): Promise<void> {
  await query(
    `insert into authorisation_states (state, session_hash, return_to, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [entry.state, entry.sessionHash, entry.returnTo, new Date(entry.nowMs), new Date(entry.expiresAtMs)],
  );
}

export interface AuthorisationState {
  readonly returnTo: string;
  readonly sessionHash: Buffer | null;
  readonly used: boolean;
}

export async function findState(query: Query, state: string, nowMs: number): Promise<AuthorisationState | null> {
  const [row] = await query<AuthorisationState>(
    `select return_to as "returnTo", session_hash as "sessionHash", used_at is not null as used
     from authorisation_states where state = $1 and expires_at > $2`,
    [state, new Date(nowMs)],
  );
  return row ?? null;
}

export async function markStateUsed(query: Query, state: string, nowMs: number): Promise<void> {
  await query(`update authorisation_states set used_at = $2 where state = $1 and used_at is null`, [
    state,
    new Date(nowMs),
  ]);
}
