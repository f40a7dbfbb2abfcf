import type { SampledOrderValue } from '@huimin/contract/console';
import { beijingDate } from '@huimin/domain/date';
import { SAMPLE_VERDICTS, SHORT_DWELL_MS, sampleVerdict } from '@huimin/domain/inspection';
import { CITIES } from '@huimin/domain/region';
import { shardOfOrder } from '../../security/order-ids.ts';
import { METHOD_LABELS } from '../order/index.ts';
import { drawHash, drawnPlaces } from './draw.ts';
import type { InspectionDependencies } from './inspection-deps.ts';
import { type SampledRow, sampledRows } from './sales.ts';
import type { SampleRow } from './sample-store.ts';

export const cityName = (code: string | null): string =>
  CITIES.find((city) => city.code === code)?.shortName ?? code ?? '';

/** The orders of a sample in the order in which they came out, with what their evidence says now. */
export async function sampledOrders(
  deps: InspectionDependencies,
  { order_ids: ids, seed, method, population }: SampleRow,
): Promise<SampledOrderValue[]> {
  const rows = await sampledRows(
    deps.database.query,
    ids.map((id) => ({ id, shard: shardOfOrder(id) })),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const places = method === 2 ? drawnPlaces(seed, population, ids.length) : [];
  return ids.flatMap((id, index) => {
    const row = byId.get(id);
    if (!row) return [];
    const orderNo = deps.numbers.orderNo(id);
    const drawnBy = method === 1 ? drawHash(seed, orderNo) : `名单第 ${places[index]} 笔`;
    return [sampledOrder(row, { orderNo, drawnBy, place: index + 1 })];
  });
}

function sampledOrder(
  row: SampledRow,
  drawn: Pick<SampledOrderValue, 'orderNo' | 'drawnBy' | 'place'>,
): SampledOrderValue {
  const verdict = sampleVerdict({ bound: row.bound, isSealed: row.is_sealed, checked: row.verdict });
  const { label, tone } = SAMPLE_VERDICTS[verdict];
  const gaps = row.gaps ?? 0;
  return {
    ...drawn,
    ...{ verdict, tone, gaps },
    verdictLabel: verdict === 'gaps' ? `完整，${gaps} 处缺段` : label,
    paidOn: row.paid_at === null ? '' : beijingDate(row.paid_at),
    city: cityName(row.city),
    method: row.method === null ? '' : (METHOD_LABELS[row.method] ?? row.method),
    trace: row.trace ?? '',
    dwellMs: row.dwell_ms,
    shortDwell: row.dwell_ms !== null && row.dwell_ms < SHORT_DWELL_MS,
  };
}
