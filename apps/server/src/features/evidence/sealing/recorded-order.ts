import { type RetentionFacts, type RetentionNumbers, retentionOf } from '@huimin/domain/evidence';
import type { Core } from '../../../core.ts';
import { editionOfOrder } from '../../order/index.ts';
import { ordersOfRecordings, type RecordedOrder, recordedOrders } from '../../recording/index.ts';
import { GIVEN_TRACES, givenTraces } from './sealing-store.ts';

/** Editions, as far as it is asked for how long they cover. */
export interface CoverDates {
  edition(code: string): { readonly document: { readonly validDate: string; readonly invalidDate: string } } | null;
}

type Deps = Pick<Core, 'database' | 'numbers'>;

/** The orders of a recording with what became of them, the first one first. */
export async function ordersIn(deps: Deps, trace: string): Promise<readonly RecordedOrder[]> {
  return (await ordersInMany(deps, [trace])).get(trace) ?? [];
}

export async function ordersInMany(
  { database, numbers }: Deps,
  traces: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordedOrder[]>> {
  const bound = await ordersOfRecordings(database.query, traces);
  const refs = bound.map(({ shard, order_id: orderId }) => ({ shard, orderId }));
  const orders = new Map((await recordedOrders(database.query, numbers, refs)).map((order) => [order.orderId, order]));
  const found = new Map<string, RecordedOrder[]>();
  for (const { trace, order_id: orderId } of bound) {
    const order = orders.get(orderId);
    if (order) found.set(trace, [...(found.get(trace) ?? []), order]);
  }
  return found;
}

const isPaid = ({ events }: RecordedOrder): boolean =>
  events.some(({ event }) => event.what === 'payment-result' && event.facts.purpose === 'premium');

/** Of several orders of one visit the one that was paid, or else the last one. */
export function decidingOrder(orders: readonly RecordedOrder[]): RecordedOrder | null {
  return orders.find(isPaid) ?? orders.at(-1) ?? null;
}

/** The contract that a visit led to; the one that ends last where there are several. */
export function contractOf(
  { editions }: { readonly editions: CoverDates },
  orders: readonly RecordedOrder[],
): RetentionFacts['contract'] {
  let longest: RetentionFacts['contract'] = null;
  for (const { canonical, coverFrom } of orders.filter(isPaid)) {
    const document = editionOfOrder(editions, { edition_code: canonical.edition, cover_from: coverFrom })?.document;
    if (document && (longest === null || document.invalidDate > longest.to)) {
      longest = { from: document.validDate, to: document.invalidDate };
    }
  }
  return longest;
}

export async function disputesOf(deps: Pick<Deps, 'database'>, trace: string): Promise<RetentionFacts['disputes']> {
  return (await disputesOfMany(deps, [trace])).get(trace) ?? [];
}

export async function disputesOfMany(
  { database }: Pick<Deps, 'database'>,
  traces: readonly string[],
): Promise<ReadonlyMap<string, RetentionFacts['disputes']>> {
  const rows = await database.query<{ trace: string; ended_at: number | null }>(
    `select trace, ended_at from evidence_disputes join ${GIVEN_TRACES} using (shard, trace)`,
    givenTraces(traces),
  );
  const found = Map.groupBy(rows, ({ trace }) => trace);
  return new Map([...found].map(([trace, own]) => [trace, own.map(({ ended_at: endedAtMs }) => ({ endedAtMs }))]));
}

/** How long a store is asked to keep what is sealed now. An open dispute is no moment a store could be told. */
export function firstRetention(
  facts: Omit<RetentionFacts, 'disputes'>,
  numbers: RetentionNumbers,
): ReturnType<typeof retentionOf> & { readonly untilMs: number } {
  const retention = retentionOf({ ...facts, disputes: [] }, numbers);
  return { ...retention, untilMs: retention.untilMs ?? 0 };
}
