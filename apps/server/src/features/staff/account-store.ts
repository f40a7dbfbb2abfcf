import type { StaffPermission, StaffRole } from '@huimin/contract/vocabulary';
import { STAFF_PERMISSION_TABLE, type StaffScope } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';

export type AccountStatus = 'invited' | 'active' | 'stopped';

/** One of the staff, as far as it is not secret. */
export interface StaffMember {
  readonly id: number;
  readonly account: string;
  readonly name: string;
  readonly company: string;
  readonly roles: readonly StaffRole[];
  readonly scope: StaffScope;
}

export interface StaffAccount extends StaffMember {
  readonly status: AccountStatus;
  readonly password: string | null;
  readonly passwordUntilMs: number | null;
  readonly totpSecret: Buffer | null;
  readonly recoveryCodesLeft: number;
  readonly lastSignInMs: number | null;
  readonly lastSignInFrom: string | null;
  readonly createdAtMs: number;
}

interface AccountRow {
  id: number;
  account: string;
  name_sealed: Buffer;
  company: string;
  roles: StaffRole[];
  scope: StaffScope;
  status: AccountStatus;
  password: string | null;
  password_until: number | null;
  totp_sealed: Buffer | null;
  recovery_left: number;
  last_sign_in_at: number | null;
  last_sign_in_from: string | null;
  created_at: number;
}

type StaffCore = Pick<Core, 'vault'>;

const COLUMNS = `id, account, name_sealed, company, roles, scope, status, password, password_until, totp_sealed,
  cardinality(recovery_codes) as recovery_left, last_sign_in_at, last_sign_in_from, created_at`;
const NAME_SEAL = 'staff-name';
const TOTP_SEAL = 'staff-totp';

function opened({ vault }: StaffCore, row: AccountRow): StaffAccount {
  return {
    id: row.id,
    account: row.account,
    name: vault.open(NAME_SEAL, row.name_sealed),
    company: row.company,
    roles: row.roles,
    scope: row.scope,
    status: row.status,
    password: row.password,
    passwordUntilMs: row.password_until,
    totpSecret: row.totp_sealed && vault.openBytes(TOTP_SEAL, row.totp_sealed),
    recoveryCodesLeft: row.recovery_left,
    lastSignInMs: row.last_sign_in_at,
    lastSignInFrom: row.last_sign_in_from,
    createdAtMs: row.created_at,
  };
}

export async function accountByName(core: StaffCore, query: Query, account: string): Promise<StaffAccount | null> {
  const [row] = await query<AccountRow>(`select ${COLUMNS} from staff_accounts where account = $1`, [account]);
  return row ? opened(core, row) : null;
}

export async function accountById(core: StaffCore, query: Query, id: number): Promise<StaffAccount | null> {
  const [row] = await query<AccountRow>(`select ${COLUMNS} from staff_accounts where id = $1`, [id]);
  return row ? opened(core, row) : null;
}

/** Who works under a number now; null for accounts that are stopped or not yet in use. */
export async function memberOf(core: Pick<Core, 'vault' | 'database'>, id: number): Promise<StaffMember | null> {
  const { query } = core.database;
  const account = await accountById(core, query, id);
  if (account?.status !== 'active') return null;
  const [row] = await query<{ agents: string[] }>(
    `select ${AGENTS_OF_SCOPE} as agents from staff_accounts a where a.id = $1`,
    [id],
  );
  return { ...account, scope: withAgents(account.scope, row?.agents ?? []) };
}

/** Who works for the channels that an account `a` is limited to. */
export const AGENTS_OF_SCOPE = `case when jsonb_typeof(a.scope -> 'channels') = 'array' then array(
    select c.code from sale_channels c where c.parent_code in (select jsonb_array_elements_text(a.scope -> 'channels'))
  ) else '{}'::text[] end`;

/** Whoever sees a channel sees what its agents bring. */
export function withAgents(scope: StaffScope, agents: readonly string[]): StaffScope {
  return scope.channels === null || agents.length === 0
    ? scope
    : { ...scope, channels: [...new Set([...scope.channels, ...agents])] };
}

export interface NewAccount extends Omit<StaffMember, 'id'> {
  readonly isDemonstration?: boolean;
}

/** Adds an account that has to sign in for the first time; null where the name is taken. */
export async function insertAccount(
  core: StaffCore,
  query: Query,
  entry: NewAccount,
  nowMs: number,
): Promise<number | null> {
  const [row] = await query<{ id: number }>(
    `insert into staff_accounts (account, name_sealed, company, roles, scope, status, created_at, changed_at,
       is_demonstration)
     values ($1, $2, $3, $4, $5, 'invited', $6, $6, $7) on conflict (account) do nothing returning id`,
    [
      entry.account,
      core.vault.seal(NAME_SEAL, entry.name),
      entry.company,
      entry.roles,
      JSON.stringify(entry.scope),
      new Date(nowMs),
      entry.isDemonstration ?? false,
    ],
  );
  return row?.id ?? null;
}

export async function setRoles(
  query: Query,
  id: number,
  roles: readonly StaffRole[],
  scope: StaffScope,
  nowMs: number,
): Promise<void> {
  await query(`update staff_accounts set roles = $2, scope = $3, changed_at = $4 where id = $1`, [
    id,
    roles,
    JSON.stringify(scope),
    new Date(nowMs),
  ]);
}

export async function setStatus(query: Query, id: number, status: AccountStatus, nowMs: number): Promise<void> {
  await query(`update staff_accounts set status = $2, changed_at = $3 where id = $1`, [id, status, new Date(nowMs)]);
}

/** Everything of the sign-in begins anew: no password, no code app. */
export async function forgetSignIn(query: Query, id: number, nowMs: number): Promise<void> {
  await query(
    `update staff_accounts set status = 'invited', password = null, password_until = null, totp_sealed = null,
       recovery_codes = '{}', changed_at = $2
     where id = $1`,
    [id, new Date(nowMs)],
  );
}

/** A password for the first sign-in; only while nobody has signed in with the account since it was opened. */
export async function setFirstPassword(
  query: Query,
  id: number,
  password: string,
  untilMs: number | null,
  nowMs: number,
): Promise<boolean> {
  const rows = await query(
    `update staff_accounts set password = $2, password_until = $3, totp_sealed = null, changed_at = $4
     where id = $1 and status = 'invited' returning 1 as done`,
    [id, password, untilMs === null ? null : new Date(untilMs), new Date(nowMs)],
  );
  return rows.length === 1;
}

/** Keeps the secret shown at the first sign-in; one that is kept already stays. Answers the one in force. */
export async function keepSecret(core: StaffCore, query: Query, id: number, secret: Buffer): Promise<Buffer> {
  const [row] = await query<{ totp_sealed: Buffer }>(
    `update staff_accounts set totp_sealed = coalesce(totp_sealed, $2) where id = $1 returning totp_sealed`,
    [id, core.vault.sealBytes(TOTP_SEAL, secret)],
  );
  return core.vault.openBytes(TOTP_SEAL, row?.totp_sealed as Buffer);
}

/** The secret that was shown at a first sign-in which was not completed. */
export async function forgetSecret(query: Query, id: number): Promise<void> {
  await query(`update staff_accounts set totp_sealed = null where id = $1 and status = 'invited'`, [id]);
}

/** Takes a code's 30 seconds; false when they, or later ones, were taken before. */
export async function takeStep(query: Query, id: number, step: number): Promise<boolean> {
  const rows = await query(
    `update staff_accounts set totp_step = $2 where id = $1 and totp_step < $2 returning 1 as taken`,
    [id, step],
  );
  return rows.length === 1;
}

export async function takeRecoveryCode(query: Query, id: number, code: Buffer): Promise<boolean> {
  const rows = await query(
    `update staff_accounts set recovery_codes = array_remove(recovery_codes, $2)
     where id = $1 and $2 = any (recovery_codes) returning 1 as taken`,
    [id, code],
  );
  return rows.length === 1;
}

export async function setRecoveryCodes(query: Query, id: number, codes: readonly Buffer[]): Promise<void> {
  await query(`update staff_accounts set recovery_codes = $2 where id = $1`, [id, codes]);
}

export async function setPassword(query: Query, id: number, password: string, nowMs: number): Promise<void> {
  await query(`update staff_accounts set password = $2, password_until = null, changed_at = $3 where id = $1`, [
    id,
    password,
    new Date(nowMs),
  ]);
}

/** The first sign-in is complete. */
export async function activate(query: Query, id: number, nowMs: number): Promise<boolean> {
  const rows = await query(
    `update staff_accounts set status = 'active', changed_at = $2 where id = $1 and status = 'invited' returning 1 as done`,
    [id, new Date(nowMs)],
  );
  return rows.length === 1;
}

export async function noteSignIn(query: Query, id: number, from: string, nowMs: number): Promise<void> {
  await query(`update staff_accounts set last_sign_in_at = $2, last_sign_in_from = $3 where id = $1`, [
    id,
    new Date(nowMs),
    from,
  ]);
}

export interface ListedAccount extends StaffAccount {
  readonly online: boolean;
}

export interface AccountFilter {
  readonly after: number;
  readonly role: StaffRole | null;
  /** Only who has not signed in since. */
  readonly idleSinceMs: number | null;
  readonly limit: number;
}

const FILTERED = `($1::text is null or $1 = any (roles))
  and ($2::timestamptz is null or coalesce(last_sign_in_at, created_at) < $2)`;

export async function listAccounts(
  core: StaffCore,
  query: Query,
  filter: AccountFilter,
  nowMs: number,
): Promise<{ accounts: ListedAccount[]; total: number }> {
  const values = [filter.role, filter.idleSinceMs === null ? null : new Date(filter.idleSinceMs)];
  const rows = await query<AccountRow & { online: boolean }>(
    `select ${COLUMNS}, exists (select 1 from staff_sessions s where s.staff_id = staff_accounts.id and s.stage = 'full'
       and s.idle_until > $5 and s.ends_at > $5) as online
     from staff_accounts where ${FILTERED} and id > $3 order by id limit $4`,
    [...values, filter.after, filter.limit, new Date(nowMs)],
  );
  const [count] = await query<{ total: number }>(
    `select count(*)::int as total from staff_accounts where ${FILTERED}`,
    values,
  );
  return { accounts: rows.map((row) => ({ ...opened(core, row), online: row.online })), total: count?.total ?? 0 };
}

/** Names by number, also of those who left. */
export async function namesOf(
  core: StaffCore,
  query: Query,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await query<{ id: number; account: string; name_sealed: Buffer }>(
    `select id, account, name_sealed from staff_accounts where id = any ($1)`,
    [wanted],
  );
  return new Map(rows.map((row) => [row.id, `${core.vault.open(NAME_SEAL, row.name_sealed)} ${row.account}`]));
}

/** Whether there is, or ever was, anybody besides `id` whose roles include one that has the permission. */
export async function anybodyElseMay(query: Query, id: number, permission: StaffPermission): Promise<boolean> {
  const rows = await query(
    `select 1 as one from staff_accounts where id <> $1 and roles && $2
       and not (is_demonstration and status = 'stopped') limit 1`,
    [id, STAFF_PERMISSION_TABLE[permission].roles],
  );
  return rows.length > 0;
}

/** Whether anybody is kept; `real`: anybody but people of a demonstration. */
export async function anybodyAtAll(query: Query, who: 'any' | 'real'): Promise<boolean> {
  const rows = await query(`select 1 as one from staff_accounts where $1 = 'any' or not is_demonstration limit 1`, [
    who,
  ]);
  return rows.length > 0;
}
