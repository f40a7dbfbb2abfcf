import { parseDate } from '@huimin/domain/date';
import { regionDisplayText } from '@huimin/domain/region';
import { amountCell } from '../../sheets/index.ts';
import type { ExportKind } from '../table-exports/index.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { filterWords, GROUPS, METHODS, narrowOrders, type OrderSearch, SOURCES } from './order-filter.ts';
import { findOrders, type OrderLineRow } from './order-list-store.ts';
import { Conditions, withinOrders } from './order-scope.ts';
import { orderLine } from './search-orders.ts';

const PAGE = 1_000;
const FILTERS = ['group', 'city', 'method', 'source', 'from', 'to'];

/** The orders of a filter as a file, the latest first, payers masked as on the page. */
export function orderExport(
  deps: Pick<OrderDeskDependencies, 'database' | 'editions' | 'numbers' | 'vault'>,
): ExportKind {
  return {
    ...{ kind: 'orders', title: '订单', view: 'orders.view' },
    headings: ['订单号', '下单时间', '缴费人', '人数', '医保地', '付款方式', '金额（元）', '状态', '来源'],
    problemOf(filter) {
      if (Object.keys(filter).some((name) => !FILTERS.includes(name))) return '订单表没有这个筛选条件';
      const { group, city, method, source } = filter;
      if (group !== undefined && !Object.hasOwn(GROUPS, group)) return '没有这个订单状态';
      if (method !== undefined && !Object.hasOwn(METHODS, method)) return '没有这个付款方式';
      if (source !== undefined && !Object.hasOwn(SOURCES, source)) return '没有这个来源';
      if (city !== undefined && regionDisplayText(city) === null) return '没有这个城市';
      const days = [filter.from, filter.to].filter((day) => day !== undefined);
      return days.some((day) => parseDate(day) === null) ? '没有这一天，请重新选日期' : null;
    },
    describe: (filter) => filterWords(filter as OrderSearch) || '全部',
    count: async () => null,
    async *pages(filter, by) {
      for (let last: OrderLineRow | undefined; ; ) {
        const conditions = new Conditions();
        withinOrders(conditions, deps.editions, by.scope);
        const before = last && `${last.created_at}_${last.id}`;
        narrowOrders(conditions, { ...(filter as OrderSearch), ...(before === undefined ? {} : { before }) }, by.scope);
        const rows: OrderLineRow[] = await findOrders(deps.database.query, conditions, PAGE);
        if (rows.length > 0) {
          yield rows.map((row) => {
            const line = orderLine(deps, row);
            return [
              ...[line.orderNo, line.createdAt, line.payer, line.people, line.place, line.method ?? ''],
              ...[amountCell(line.amountFen), line.statusLabel, line.source],
            ];
          });
        }
        if (rows.length < PAGE) return;
        last = rows.at(-1);
      }
    },
  };
}
