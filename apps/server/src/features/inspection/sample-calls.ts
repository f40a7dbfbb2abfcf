import type { ConsoleCalls, SampleLineValue } from '@huimin/contract/console';
import { beijingDateTime, beijingMs, endOfDayMs } from '@huimin/domain/date';
import { joining } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { type ConsoleHandler, namesOf, type StaffMember } from '../staff/index.ts';
import { DRAWN_NOW, draw, drawAgain, drawRecipe } from './draw.ts';
import type { InspectionDependencies } from './inspection-deps.ts';
import { daysProblem } from './range.ts';
import { type SampleRow, sampleStore } from './sample-store.ts';
import { sampledOrders } from './sampled-orders.ts';

const absent = () => fail('not-found', '没有这次抽样');

export function drawSample(deps: InspectionDependencies): ConsoleHandler<ConsoleCalls['drawSample']> {
  return async ({ seed, size, from, to }, request) => {
    const problem = daysProblem(from, to);
    if (problem !== null) return fail('bad-input', problem);
    const drawnAtMs = deps.clock.now();
    const method = DRAWN_NOW;
    const range = rangeOf({ from_day: from, to_day: to, drawn_at: drawnAtMs, method }, request.member);
    const { population, orderIds } = await draw(deps, range, { seed, size, method });
    if (population === 0) return fail('staff-rule', '这些天没有付款的订单，请换日期');
    const sample = { seed, from_day: from, to_day: to, population, method, order_ids: orderIds, drawnAtMs };
    return deps.database.transaction(async (query) => {
      const store = sampleStore({ database: joining(deps.database, query) });
      const sampleNo = String(await store.add(sample, request.member));
      const detail = `${population} 笔里抽 ${orderIds.length}，种子 ${seed}`;
      await request.note({ subject: `抽样 ${sampleNo}`, detail }, query);
      return ok({ sampleNo });
    });
  };
}

export function listSamples(deps: InspectionDependencies): ConsoleHandler<ConsoleCalls['listSamples']> {
  return async (_input, { member }) => ok({ samples: await lines(deps, await sampleStore(deps).latest(member)) });
}

export function showSample(deps: InspectionDependencies): ConsoleHandler<ConsoleCalls['showSample']> {
  return async ({ sampleNo }, request) => {
    const row = await sampleStore(deps).find(sampleNo, request.member);
    const [sample] = row === null ? [] : await lines(deps, [row]);
    if (row === null || !sample) return absent();
    await request.note({ subject: `抽样 ${sampleNo}`, detail: `种子 ${row.seed}` });
    const orders = await sampledOrders(deps, row);
    const counts = new Map<string, number>();
    for (const { verdict, verdictLabel } of orders) {
      const label = verdict === 'gaps' ? '完整，有缺段' : verdictLabel;
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    return ok({ sample, orders, verdicts: [...counts].map(([label, count]) => ({ label, count })) });
  };
}

export function repeatSample(deps: InspectionDependencies): ConsoleHandler<ConsoleCalls['repeatSample']> {
  return async ({ sampleNo }, request) => {
    const row = await sampleStore(deps).find(sampleNo, request.member);
    if (row === null) return absent();
    await request.note({ subject: `抽样 ${sampleNo}`, detail: `种子 ${row.seed}` });
    const again = await drawAgain(deps, rangeOf(row, request.member), row);
    const [then, now] = [new Set(row.order_ids), new Set(again.orderIds)];
    const differing = [...then, ...now].filter((id) => !then.has(id) || !now.has(id));
    return ok({
      same: differing.length === 0 && again.population === row.population,
      population: again.population,
      differing: differing.map((id) => deps.numbers.orderNo(id)),
      recipe: drawRecipe(row),
    });
  };
}

/** A payment is written this long after it was received at the latest: one that came in between would move all places. */
const STILL_WRITTEN_MS = 60_000;

/** What a sample was drawn from: what had been paid by then. */
export function rangeOf(
  {
    from_day: from,
    to_day: to,
    drawn_at: drawnAtMs,
    method,
  }: Pick<SampleRow, 'from_day' | 'to_day' | 'drawn_at' | 'method'>,
  { scope }: StaffMember,
) {
  const untilMs = method === 1 ? drawnAtMs : drawnAtMs - STILL_WRITTEN_MS;
  return { fromMs: beijingMs(from), toMs: Math.min(endOfDayMs(to), untilMs), scope };
}

async function lines(deps: InspectionDependencies, rows: readonly SampleRow[]): Promise<SampleLineValue[]> {
  const names = await namesOf(
    deps,
    deps.database.query,
    rows.map(({ drawn_by: by }) => by),
  );
  return rows.map((row) => ({
    sampleNo: String(row.id),
    drawnAt: beijingDateTime(row.drawn_at),
    by: names.get(row.drawn_by) ?? '',
    ...{
      seed: row.seed,
      from: row.from_day,
      to: row.to_day,
      population: row.population,
      size: row.size,
      method: row.method,
    },
  }));
}
