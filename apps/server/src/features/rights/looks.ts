import type { Calls, OutputOf } from '@huimin/contract';
import { consoleCalls } from '@huimin/contract/console';
import type { StaffRole } from '@huimin/contract/vocabulary';
import { beijingDateTime } from '@huimin/domain/date';
import { STAFF_ROLE_LABELS } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { SessionUser } from '../../http/handler.ts';
import { knownOwner } from './known-owner.ts';

const SHOWN_MS = 180 * 86_400_000;
const MOST = 100;
const TITLES: ReadonlyMap<string, string> = new Map(
  Object.values(consoleCalls).map(({ name, title }) => [name, title]),
);

/** Roles, not names: who of the staff looked at this person, what for. */
export async function looksAt(
  deps: Pick<Core, 'database' | 'clock'>,
  user: SessionUser,
  most = MOST,
): Promise<OutputOf<Calls['showOwnData']>['looks']> {
  const { query } = deps.database;
  const person = await knownOwner(query, user);
  if (person === null) return [];
  const rows = await query<{ at: number; what: string; detail: string; roles: StaffRole[] | null }>(
    `select a.at, a.what, a.detail, s.roles from staff_audit a left join staff_accounts s on s.id = a.staff_id
     where a.subject_index = $1 and a.at > $2 and a.outcome = 'done' order by a.number desc limit $3`,
    [person, new Date(deps.clock.now() - SHOWN_MS), most],
  );
  return rows.map((row) => ({
    at: beijingDateTime(row.at),
    who: row.roles?.map((role) => STAFF_ROLE_LABELS[role]).join('、') ?? '系统',
    what: TITLES.get(row.what) ?? '查看',
    why: row.detail,
  }));
}
