import type { ExportKind } from '../table-exports/index.ts';
import type { InspectionDependencies } from './inspection-deps.ts';
import { paidOrders } from './sales.ts';
import { rangeOf } from './sample-calls.ts';
import { sampleStore } from './sample-store.ts';
import { sampledOrders } from './sampled-orders.ts';

type Filter = Parameters<ExportKind['describe']>[0];

const sampleProblem = (filter: Filter) =>
  Object.keys(filter).join() === 'sample' && /^[1-9]\d{0,8}$/.test(filter.sample ?? '') ? null : '请先选一次抽样';

/** The working paper of a sample, and the numbers that it was drawn from, by which anybody repeats it. */
export function inspectionExports(deps: InspectionDependencies): ExportKind[] {
  const store = sampleStore(deps);
  const one = { view: 'inspection.view', problemOf: sampleProblem } as const;
  return [
    {
      ...one,
      ...{ kind: 'inspection-paper', title: '监管工作底稿' },
      headings: [
        ...['抽样', '种子', '从', '到', '总笔数', '序', '订单号', '抽中依据', '付款日', '医保地', '付款方式'],
        ...['证据结论', '缺段', '条款停留（秒）', '会话记录'],
      ],
      describe: ({ sample = '' }) => `抽样 ${sample}`,
      count: async ({ sample = '0' }, by) => (await store.find(sample, by))?.size ?? 0,
      async *pages({ sample = '0' }, by) {
        const row = await store.find(sample, by);
        if (row === null) return;
        const head = [String(row.id), row.seed, row.from_day, row.to_day, row.population];
        const orders = await sampledOrders(deps, row);
        yield orders.map((order) => [
          ...head,
          ...[order.place, order.orderNo, order.drawnBy, order.paidOn, order.city, order.method, order.verdictLabel],
          ...[order.gaps, order.dwellMs === null ? '' : Math.round(order.dwellMs / 1000), order.trace],
        ]);
      },
    },
    {
      ...one,
      ...{ kind: 'inspection-orders', title: '抽样总体的订单号' },
      headings: ['订单号'],
      describe: ({ sample = '' }) => `抽样 ${sample}`,
      count: async ({ sample = '0' }, by) => (await store.find(sample, by))?.population ?? 0,
      async *pages({ sample = '0' }, by) {
        const row = await store.find(sample, by);
        if (row === null) return;
        for await (const ids of paidOrders(deps, rangeOf(row, by))) yield ids.map((id) => [deps.numbers.orderNo(id)]);
      },
    },
  ];
}
