import { consoleCalls, type RecordingViewValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { mayStaff } from '@huimin/domain/staff';
import { type ConsoleRequest, countLooks, listAudit, namesOf } from '../staff/index.ts';
import type { ReplayDependencies } from './replay-deps.ts';

const LATEST = 50;
/** Opening it is one look; what is read meanwhile belongs to it. */
const LOOK = 'showRecording';
const ALL = { before: null, staffId: null, what: null, fromMs: null, toMs: null } as const;
const TITLES: ReadonlyMap<string, string> = new Map(
  Object.values(consoleCalls).map(({ name, title }) => [name, title]),
);

/** Who looked at a recording, out of the audit log: how often for everybody, who and why for those who may read that log. */
export async function looksAt(
  deps: ReplayDependencies,
  { roles }: Pick<ConsoleRequest['member'], 'roles'>,
  trace: string,
): Promise<RecordingViewValue['accesses']> {
  const { query } = deps.database;
  const count = await countLooks(query, trace, LOOK);
  const mayList = mayStaff(roles, 'audit.view');
  if (!mayList) return { count, lastBy: '', latest: [], mayList };
  const rows = await listAudit(query, { ...ALL, subject: trace, limit: LATEST });
  const names = await namesOf(
    deps,
    query,
    rows.map((row) => row.staff_id),
  );
  const latest = rows.map(({ at, staff_id: staffId, what, outcome, detail }) => ({
    at: beijingDateTime(at),
    who: staffId === null ? '—' : (names.get(staffId) ?? `编号 ${staffId}`),
    reason: [outcome === 'refused' ? '没有让看' : '', TITLES.get(what) ?? what, detail]
      .filter((part) => part !== '')
      .join('：'),
  }));
  return { count, lastBy: latest[0]?.who ?? '', latest, mayList };
}
