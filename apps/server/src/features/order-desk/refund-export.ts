import { REFUND_REASONS } from '@huimin/domain/refund';
import { amountCell } from '../../sheets/index.ts';
import type { ExportKind } from '../table-exports/index.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { lineOf, REFUND_AGREE, tabConditions } from './refund-queue.ts';
import { findRefunds, type RefundQueueRow, type RefundTab, waitingApprovals } from './refund-queue-store.ts';

type Filter = Parameters<ExportKind['describe']>[0];

const PAGE = 1_000;
const FILTERS = ['tab', 'reason', 'method'];
const TAB_LABELS: Readonly<Record<RefundTab, string>> = {
  ...{ review: '待审', second: '待复核', moving: '退款中', stuck: '退款没成', done: '已退', returned: '已退回' },
};

const tabOf = ({ tab = 'review' }: Filter): RefundTab | null => (tab in TAB_LABELS ? (tab as RefundTab) : null);
const reasonLabel = (code: string | undefined) => REFUND_REASONS.find(({ value }) => value === code)?.label;

/** The refunds of a tab as a file, payers masked as on the page. */
export function refundExport(
  deps: Pick<OrderDeskDependencies, 'database' | 'clock' | 'editions' | 'numbers' | 'vault'>,
): ExportKind {
  return {
    ...{ kind: 'refunds', title: '退款', view: 'orders.view' },
    headings: ['退款单号', '订单号', '申请时间', '缴费人', '人数', '金额（元）', '原因', '退到', '最迟审完', '状态'],
    problemOf(filter) {
      if (Object.keys(filter).some((name) => !FILTERS.includes(name))) return '退款表没有这个筛选条件';
      if (tabOf(filter) === null) return '没有这一栏退款';
      if (filter.reason !== undefined && reasonLabel(filter.reason) === undefined) return '没有这个退款原因';
      return null;
    },
    describe(filter) {
      const tab = tabOf(filter);
      return [tab && TAB_LABELS[tab], reasonLabel(filter.reason), filter.method].filter(Boolean).join('，');
    },
    count: async () => null,
    async *pages(filter, by) {
      const { query } = deps.database;
      const tab = tabOf(filter) ?? 'review';
      const waiting = await waitingApprovals(query, REFUND_AGREE, deps.clock.now());
      for (let last: RefundQueueRow | undefined; ; ) {
        const conditions = tabConditions(deps, by, tab, waiting);
        if (filter.reason !== undefined) conditions.add('r.reason_code = ?', filter.reason);
        if (filter.method !== undefined) conditions.add('p.method = ?', filter.method);
        if (last) conditions.add('r.id < ?::bigint', last.id);
        const rows: RefundQueueRow[] = await findRefunds(query, conditions, false, PAGE);
        if (rows.length > 0) {
          yield rows.map((row) => {
            const line = lineOf(deps, row);
            return [
              ...[line.refundNo, line.orderNo, line.appliedAt, line.payer, line.people, amountCell(line.amountFen)],
              ...[line.reason, line.to, line.dueAt ?? '', line.statusLabel],
            ];
          });
        }
        if (rows.length < PAGE) return;
        last = rows.at(-1);
      }
    },
  };
}
