import { type ConsoleCalls, consoleCalls } from '@huimin/contract/console';
import { beijingDateTime, beijingMs, endOfDayMs, parseDate } from '@huimin/domain/date';
import { seesEverything } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { namesOf } from './account-store.ts';
import { lastCheck, listAudit } from './audit-log.ts';
import type { ConsoleHandler } from './console-call.ts';
import { numberOf } from './manage-staff.ts';
import type { StaffDependencies } from './staff-deps.ts';

const PAGE = 50;
/** What was done everywhere, on whom and on which number, stands in one chain. */
export const AUDIT_FOR_ALL = '审计日志是全省的，只有数据范围是全省的人能看';
const TITLES: ReadonlyMap<string, string> = new Map(
  Object.values(consoleCalls).map(({ name, title }) => [name, title]),
);

export function listAuditLog(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['listAuditLog']> {
  const { query } = deps.database;
  return async (input, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', AUDIT_FOR_ALL);
    const days = [input.from, input.to].filter((day) => day !== undefined);
    if (days.some((day) => parseDate(day) === null)) return fail('bad-input', '没有这一天，请重新选日期');
    const rows = await listAudit(query, {
      before: input.before === undefined ? null : BigInt(input.before),
      staffId: input.staffNo === undefined ? null : (numberOf(input.staffNo) ?? 0),
      what: input.what ?? null,
      subject: input.subject ?? null,
      fromMs: input.from === undefined ? null : beijingMs(input.from),
      toMs: input.to === undefined ? null : endOfDayMs(input.to),
      limit: PAGE + 1,
    });
    const page = rows.slice(0, PAGE);
    const names = await namesOf(
      deps,
      query,
      page.map((row) => row.staff_id),
    );
    const chain = await lastCheck(query);
    // Going on from page to page is one look.
    if (input.before === undefined) await request.note({ subject: '审计日志', detail: filterText(input) });
    return ok({
      entries: page.map((row) => ({
        number: String(row.number),
        at: beijingDateTime(row.at),
        who: row.staff_id === null ? '—' : (names.get(row.staff_id) ?? ''),
        what: row.what,
        title: TITLES.get(row.what) ?? row.what,
        outcome: row.outcome,
        subject: row.subject,
        detail: row.detail,
        from: row.address,
        hash: row.hash.toString('hex').slice(-8).toUpperCase(),
      })),
      next: rows.length > PAGE ? String(page.at(-1)?.number) : null,
      chain: chain && {
        whole: chain.brokenAt === null,
        checkedAt: beijingDateTime(chain.checkedAtMs),
        upTo: String(chain.upTo),
        broken: chain.brokenAt === null ? '' : String(chain.brokenAt),
      },
    });
  };
}

function filterText(input: Parameters<ReturnType<typeof listAuditLog>>[0]): string {
  const parts = [
    input.staffNo && `用户 ${input.staffNo}`,
    input.what && (TITLES.get(input.what) ?? input.what),
    input.subject && '按对象',
    (input.from || input.to) && `${input.from ?? ''} 到 ${input.to ?? ''}`,
  ];
  return parts.filter(Boolean).join('，');
}
