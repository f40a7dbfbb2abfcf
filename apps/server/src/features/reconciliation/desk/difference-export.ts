import { parseDate } from '@huimin/domain/date';
import { DIFFERENCE_CLASSES } from '@huimin/domain/reconciliation';
import type { Core } from '../../../core.ts';
import type { ExportKind } from '../../table-exports/index.ts';
import { DIFFERENCE_COLUMNS, differenceRow } from '../report.ts';
import { SEES_ALL } from './desk-deps.ts';
import { differencePage } from './desk-store.ts';

const PAGE = 1_000;

/** The list of a day's differences as a file, as the page has it filtered. */
export function differenceExport({ database, clock }: Core): ExportKind {
  return {
    ...{ kind: 'reconciliation-differences', title: '对账差异', view: 'reconciliation.view', forAll: SEES_ALL },
    headings: DIFFERENCE_COLUMNS,
    problemOf(filter) {
      if (Object.keys(filter).some((name) => !['day', 'class', 'gone'].includes(name))) return '差异表没有这个筛选条件';
      if (filter.day === undefined || parseDate(filter.day) === null) return '请选一天';
      if (filter.class !== undefined && !Object.hasOwn(DIFFERENCE_CLASSES, filter.class)) return '没有这个分类';
      return null;
    },
    describe({ day, class: found, gone }) {
      const name = (DIFFERENCE_CLASSES as Readonly<Record<string, string>>)[found ?? ''];
      return [day, gone === 'yes' ? '后来一致' : (name ?? '全部差异')].join('，');
    },
    count: async () => null,
    async *pages({ day = '', class: found, gone }) {
      for (let after: bigint | null = null; ; ) {
        const rows: Awaited<ReturnType<typeof differencePage>> = await differencePage(database.query, {
          ...{ day, class: found ?? null, isGone: gone === 'yes', after, limit: PAGE, nowMs: clock.now() },
        });
        if (rows.length > 0) yield rows.map(differenceRow);
        if (rows.length < PAGE) return;
        after = rows.at(-1)?.id ?? null;
      }
    },
  };
}
