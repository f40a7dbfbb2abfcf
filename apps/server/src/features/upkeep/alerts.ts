import type { AlertValue, ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { mayStaff, seesEverything } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import {
  type ConsoleHandler,
  NotPossible,
  namesOf,
  type StaffDependencies,
  type WaitingCounter,
} from '../staff/index.ts';
import { alertWords, detailOf } from './alert-words.ts';

const PAGE = 50;
const COUNTED = 1_000;

interface AlertRow {
  id: bigint;
  kind: string;
  order_id: bigint | null;
  details: Record<string, string | number | null>;
  created_at: number;
  resolved_at: number | null;
  resolved_by: number | null;
  note: string | null;
  standing: boolean;
}

/** Many alerts belong to a day or a provider, not to one city: they are for those who see everything. */
const SEES_ALL = '提醒里有全省的账，只有数据范围是全省的人能看';

export function listAlerts(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['listAlerts']> {
  const { query } = deps.database;
  return async ({ which = 'open', kind, before }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    const [ms, id] = before?.split('_') ?? [];
    const rows = await query<AlertRow>(
      `select * from operator_alerts
       where resolved_at is ${which === 'open' ? '' : 'not'} null and ($1::text is null or kind = $1)
         and ($2::timestamptz is null or (created_at, id) < ($2, $3))
       order by created_at desc, id desc limit ${PAGE + 1}`,
      [kind ?? null, ms === undefined ? null : new Date(Number(ms)), id === undefined ? null : bigintOf(id)],
    );
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    return ok({
      ...(await openByKind(query)),
      alerts: await shown(deps, page),
      next: rows.length > PAGE && last ? `${last.created_at}_${last.id}` : null,
    });
  };
}

/** What was checked and is not right now; nothing for whoever sees a part of the province alone. */
export function listStandingAlerts(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['listStandingAlerts']> {
  const { query } = deps.database;
  return async (_input, { member }) => {
    if (!seesEverything(member.scope)) return ok({ alerts: [] });
    const rows = await query<AlertRow>(
      `select * from operator_alerts where standing and resolved_at is null order by kind`,
    );
    return ok({ alerts: await shown(deps, rows) });
  };
}

/** What waits for whoever settles alerts. */
export function countAlerts({ database }: Pick<StaffDependencies, 'database'>): WaitingCounter {
  return async ({ roles, scope }): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(roles, 'alerts.resolve') || !seesEverything(scope)) return {};
    return { alerts: await countOpen(database.query) };
  };
}

/** What is open, and of which kinds, counted no further than what a page would show in words. */
async function openByKind(query: Query) {
  const rows = await query<{ kind: string; count: number }>(
    `select kind, count(*)::integer as count from
       (select kind from operator_alerts where resolved_at is null limit ${COUNTED}) as counted
     group by kind order by count desc, kind`,
  );
  const kinds = rows.map(({ kind, count }) => ({ kind, title: alertWords(kind).title, count }));
  return { open: rows.reduce((sum, { count }) => sum + count, 0), kinds };
}

/** Counts no further than what a page would show in words. */
async function countOpen(query: Query): Promise<number> {
  const [open] = await query<{ count: number }>(
    `select count(*)::integer as count from
       (select 1 from operator_alerts where resolved_at is null limit ${COUNTED}) as counted`,
  );
  return open?.count ?? 0;
}

export function resolveAlert(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['resolveAlert']> {
  return async ({ alertNo, note }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    try {
      const row = await deps.database.transaction(async (query) => {
        const [done] = await query<AlertRow>(
          `update operator_alerts set resolved_at = $2, resolved_by = $3, note = $4
           where id = $1 and resolved_at is null and not standing returning *`,
          [bigintOf(alertNo), new Date(deps.clock.now()), request.member.id, note.trim()],
        );
        if (!done) {
          const [there] = await query<AlertRow>(`select * from operator_alerts where id = $1`, [bigintOf(alertNo)]);
          if (there?.resolved_at === null) throw new NotPossible('staff-rule', '对上了它会自己消掉，不用登记');
          if (there) throw new NotPossible('staff-rule', '这条提醒已经有人处理了');
          throw new NotPossible('not-found', '没有这条提醒');
        }
        await request.note({ subject: alertWords(done.kind).title, detail: `提醒 ${alertNo}：${note.trim()}` }, query);
        return done;
      });
      const [value] = await shown(deps, [row]);
      return ok(value as AlertValue);
    } catch (problem) {
      if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
      throw problem;
    }
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Numbers beyond what the database counts are nobody's. */
function bigintOf(text: string): bigint {
  const number = BigInt(text);
  return number > 9_223_372_036_854_775_807n ? -1n : number;
}

async function shown(deps: StaffDependencies, rows: readonly AlertRow[]): Promise<AlertValue[]> {
  const names = await namesOf(
    deps,
    deps.database.query,
    rows.map((row) => row.resolved_by),
  );
  return rows.map((row) => ({
    alertNo: String(row.id),
    kind: row.kind,
    ...alertWords(row.kind),
    about: { day: textOf(row.details.day ?? row.details.latestDay), groupNo: textOf(row.details.groupNo) },
    clearsItself: row.standing,
    orderNo: row.order_id === null ? null : deps.numbers.orderNo(row.order_id),
    details: Object.entries(row.details).map(([name, value]) => detailOf(name, value)),
    createdAt: beijingDateTime(row.created_at),
    resolvedAt: row.resolved_at === null ? null : beijingDateTime(row.resolved_at),
    resolvedBy: row.resolved_by === null ? null : (names.get(row.resolved_by) ?? ''),
    note: row.note,
  }));
}
