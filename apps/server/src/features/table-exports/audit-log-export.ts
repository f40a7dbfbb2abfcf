import { consoleCalls } from '@huimin/contract/console';
import { beijingDateTime, beijingMs, endOfDayMs, parseDate } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import { AUDIT_FOR_ALL, listAudit, namesOf } from '../staff/index.ts';
import type { ExportFilter, ExportKind } from './export-kind.ts';

const PAGE = 2_000;
const NAMES = ['what', 'subject', 'from', 'to', 'staffNo'];
const TITLES: ReadonlyMap<string, string> = new Map(
  Object.values(consoleCalls).map(({ name, title }) => [name, title]),
);

/** The audit log as a file: with the whole hashes, so that the chain can be followed without the database. */
export function auditLogExport(core: Core): ExportKind {
  const { query } = core.database;
  const auditFilter = ({ what, subject, from, to, staffNo }: ExportFilter) => ({
    ...{ what: what ?? null, subject: subject ?? null },
    staffId: staffNo === undefined ? null : Number(staffNo),
    fromMs: from === undefined ? null : beijingMs(from),
    toMs: to === undefined ? null : endOfDayMs(to),
  });
  return {
    ...{ kind: 'audit-log', title: '审计日志', view: 'audit.view', forAll: AUDIT_FOR_ALL },
    headings: ['序号', '时间', '谁', '做了什么', '结果', '对象', '细节', '从哪里', '哈希'],
    problemOf(filter) {
      if (Object.keys(filter).some((name) => !NAMES.includes(name))) return '审计日志没有这个筛选条件';
      if (filter.staffNo !== undefined && !/^[1-9][0-9]{0,8}$/.test(filter.staffNo)) return '没有这个用户';
      const days = [filter.from, filter.to].filter((day) => day !== undefined);
      return days.some((day) => parseDate(day) === null) ? '没有这一天，请重新选日期' : null;
    },
    describe({ what, subject, from, to }) {
      const parts = [
        from || to ? `${from ?? ''} 到 ${to ?? '现在'}` : '全部日期',
        what && (TITLES.get(what) ?? what),
        subject && '按对象',
      ];
      return parts.filter(Boolean).join('，');
    },
    count: async () => null,
    async *pages(filter) {
      let before: bigint | null = null;
      for (;;) {
        const rows: Awaited<ReturnType<typeof listAudit>> = await listAudit(query, {
          ...auditFilter(filter),
          before,
          limit: PAGE,
        });
        const names = await namesOf(
          core,
          query,
          rows.map((row) => row.staff_id),
        );
        yield rows.map((row) => [
          String(row.number),
          beijingDateTime(row.at),
          row.staff_id === null ? '—' : (names.get(row.staff_id) ?? ''),
          TITLES.get(row.what) ?? row.what,
          row.outcome === 'done' ? '办成' : '没办成',
          row.subject,
          row.detail,
          row.address,
          row.hash.toString('hex'),
        ]);
        if (rows.length < PAGE) return;
        before = rows.at(-1)?.number ?? null;
      }
    },
  };
}
