import { createHmac } from 'node:crypto';
import type { StaffRole } from '@huimin/contract/vocabulary';
import { STAFF_IDLE_MS, STAFF_SESSION_MS, STAFF_SIGN_IN_MS, type StaffScope } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { sessionTokenHash } from '../../security/session-token.ts';
import { AGENTS_OF_SCOPE, type StaffMember, withAgents } from './account-store.ts';

/** `code`, `enrol`: the password was right and this is the next step. */
export type SessionStage = 'code' | 'enrol' | 'full';

export interface StaffSession {
  readonly tokenHash: Buffer;
  /** What a change has to carry besides the cookie. */
  readonly pageToken: string;
  readonly stage: SessionStage;
  readonly member: StaffMember;
  readonly endsAtMs: number;
}

export interface SessionPlace {
  readonly address: string;
  readonly device: string;
}

/** Made from the cookie, so that only the page that was answered to knows it. */
export function pageTokenOf(token: string): string {
  return createHmac('sha256', token).update('huimin-console-page').digest('base64url');
}

/** Use within the same minute does not write. */
const TOUCH_AFTER_MS = 60_000;

interface SessionRow {
  stage: SessionStage;
  seen_at: number;
  ends_at: number;
  id: number;
  account: string;
  name_sealed: Buffer;
  company: string;
  roles: StaffRole[];
  scope: StaffScope;
  agents: string[];
}

type SessionCore = Pick<Core, 'database' | 'vault' | 'clock' | 'random'>;

/** The session of a token, read now, so that a stopped account or a taken role counts at once. Its use keeps it alive. */
export async function findStaffSession(core: SessionCore, token: string): Promise<StaffSession | null> {
  const nowMs = core.clock.now();
  const tokenHash = sessionTokenHash(token);
  const [row] = await core.database.query<SessionRow>(
    `select s.stage, s.seen_at, s.ends_at, a.id, a.account, a.name_sealed, a.company, a.roles, a.scope,
       ${AGENTS_OF_SCOPE} as agents
     from staff_sessions s join staff_accounts a on a.id = s.staff_id
     where s.token_hash = $1 and s.idle_until > $2 and s.ends_at > $2
       and a.status = case when s.stage = 'enrol' then 'invited' else 'active' end`,
    [tokenHash, new Date(nowMs)],
  );
  if (!row) return null;
  if (row.stage === 'full' && nowMs - row.seen_at >= TOUCH_AFTER_MS) {
    await core.database.query(`update staff_sessions set seen_at = $2, idle_until = $3 where token_hash = $1`, [
      tokenHash,
      new Date(nowMs),
      new Date(nowMs + STAFF_IDLE_MS),
    ]);
  }
  return {
    tokenHash,
    pageToken: pageTokenOf(token),
    stage: row.stage,
    endsAtMs: row.ends_at,
    member: {
      id: row.id,
      account: row.account,
      name: core.vault.open('staff-name', row.name_sealed),
      company: row.company,
      roles: row.roles,
      scope: withAgents(row.scope, row.agents),
    },
  };
}

/** Begins a session with a token of its own; answers the token. */
export async function beginStaffSession(
  core: Pick<SessionCore, 'clock' | 'random'>,
  query: Query,
  staffId: number,
  stage: SessionStage,
  place: SessionPlace,
): Promise<{ readonly token: string; readonly endsAtMs: number }> {
  const token = core.random.bytes(32).toString('base64url');
  const nowMs = core.clock.now();
  const full = stage === 'full';
  const endsAtMs = nowMs + (full ? STAFF_SESSION_MS : STAFF_SIGN_IN_MS);
  await query(
    `insert into staff_sessions (token_hash, staff_id, stage, address, device, created_at, seen_at, idle_until, ends_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    [
      sessionTokenHash(token),
      staffId,
      stage,
      place.address,
      place.device,
      new Date(nowMs),
      new Date(full ? nowMs + STAFF_IDLE_MS : endsAtMs),
      new Date(endsAtMs),
    ],
  );
  return { token, endsAtMs };
}

/** Ends one session; false when it had ended. */
export async function endStaffSession(query: Query, tokenHash: Buffer): Promise<boolean> {
  return (
    (await query(`delete from staff_sessions where token_hash = $1 returning 1 as ended`, [tokenHash])).length === 1
  );
}

/** Ends somebody's sessions: all but `keep`, or the one whose hash begins with `prefix`. Answers how many. */
export async function endSessionsOf(
  query: Query,
  staffId: number,
  { keep = null, prefix = null }: { keep?: Buffer | null; prefix?: Buffer | null } = {},
): Promise<number> {
  const rows = await query(
    `delete from staff_sessions where staff_id = $1 and ($2::bytea is null or token_hash <> $2)
       and ($3::bytea is null or substring(token_hash for length($3)) = $3)
     returning 1 as ended`,
    [staffId, keep, prefix],
  );
  return rows.length;
}

export interface ListedStaffSession {
  readonly tokenHash: Buffer;
  readonly address: string;
  readonly device: string;
  readonly createdAtMs: number;
  readonly seenAtMs: number;
}

export async function sessionsOfStaff(query: Query, staffId: number, nowMs: number): Promise<ListedStaffSession[]> {
  return query<ListedStaffSession>(
    `select token_hash as "tokenHash", address, device, created_at as "createdAtMs", seen_at as "seenAtMs"
     from staff_sessions where staff_id = $1 and stage = 'full' and idle_until > $2 and ends_at > $2
     order by seen_at desc, created_at desc limit 50`,
    [staffId, new Date(nowMs)],
  );
}

export async function sweepStaffSessions(query: Query, nowMs: number): Promise<void> {
  await query(`delete from staff_sessions where idle_until < $1 or ends_at < $1`, [new Date(nowMs)]);
}
