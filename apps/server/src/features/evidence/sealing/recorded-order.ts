import { type RetentionFacts, type RetentionNumbers, retentionOf } from '@huimin/domain/evidence';
import type { Core } from '../../../core.ts';
import { editionOfOrder } from '../../order/index.ts';
import { ordersOfRecording, type RecordedOrder, recordedOrders } from '../../recording/index.ts';
import { shardOf } from './sealing-store.ts';

/** Editions, as far as it is asked for how long they cover. */
export interface CoverDates {
  edition(code: string): { readonly document: { readonly validDate: string; readonly invalidDate: string } } | null;
}

type Deps = Pick<Core, 'database' | 'numbers'>;

/** The orders of a recording with what became of them, the first one first. */
export async function ordersIn({ database, numbers }: Deps, trace: string): Promise<RecordedOrder[]> {
  const bound = await ordersOfRecording(database.query, trace);
  const refs = bound.map(({ shard, order_id: orderId }) => ({ shard, orderId }));
  const orders = await recordedOrders(database.query, numbers, refs);
  const placeOf = ({ orderId }: RecordedOrder) => refs.findIndex((ref) => ref.orderId === orderId);
  return orders.sort((a, b) => placeOf(a) - placeOf(b));
}

const isPaid = ({ events }: RecordedOrder): boolean =>
  events.some(({ event: { what, facts } }) => what === 'payment-result' && facts.purpose === 'premium');

/** Of several orders of one visit the one that was paid, or else the last one. */
export function decidingOrder(orders: readonly RecordedOrder[]): RecordedOrder | null {
  return orders.find(isPaid) ?? orders.at(-1) ?? null;
}

/** The contract that a visit led to; the one that ends last where there are several. */
export async function contractOf(
  { database, editions }: Pick<Core, 'database'> & { readonly editions: CoverDates },
  orders: readonly RecordedOrder[],
): Promise<RetentionFacts['contract']> {
  let longest: RetentionFacts['contract'] = null;
  for (const { shard, orderId } of orders.filter(isPaid)) {
    const [row] = await database.query<{ edition_code: string; cover_from: string | null }>(
      `select edition_code, cover_from from orders where shard = $1 and id = $2`,
      [shard, orderId],
    );
    const document = row && editionOfOrder(editions, row)?.document;
    if (document && (longest === null || document.invalidDate > longest.to)) {
      longest = { from: document.validDate, to: document.invalidDate };
    }
  }
  return longest;
}

export async function disputesOf(
  { database }: Pick<Deps, 'database'>,
  trace: string,
): Promise<RetentionFacts['disputes']> {
  const rows = await database.query<{ ended_at: number | null }>(
    `select ended_at from evidence_disputes where shard = $1 and trace = $2`,
    [shardOf(trace), trace],
  );
  return rows.map(({ ended_at: endedAtMs }) => ({ endedAtMs }));
}

/** How long a store is asked to keep what is sealed now. An open dispute is no moment a store could be told. */
export function firstRetention(
  facts: Omit<RetentionFacts, 'disputes'>,
  numbers: RetentionNumbers,
): ReturnType<typeof retentionOf> & { readonly untilMs: number } {
  const retention = retentionOf({ ...facts, disputes: [] }, numbers);
  return { ...retention, untilMs: retention.untilMs ?? 0 };
}
