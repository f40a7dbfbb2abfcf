import { sha256Hex } from '@huimin/evidence/bytes';
import { type ServerEvent, serverData, serverFacts } from '@huimin/evidence/chunk';
import { bigints, smallints, texts } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import { boundEvent, hasPage, type OrderRef, type RecordedOrder, recordedOrders } from './order-events.ts';
import { recordingOfOrder } from './recorded.ts';
import { KeysUnopened } from './recording-keys.ts';
import { claimRecording, makeRecording, type RecordingRow, recordingByTrace, shardOfTrace } from './recording-store.ts';
import type { Recordings } from './recordings.ts';
import { storeChunk } from './store-chunk.ts';

/**
 * Ties orders to their recordings and adds to those what has happened to the orders since. What is there already is not
 * added twice, so that it can be asked for at any time and by any server.
 */
export async function recordOrders(deps: Recordings, refs: readonly OrderRef[]): Promise<void> {
  const record = await ordersToRecord(deps, refs);
  for (const { orderId } of refs) await record(orderId);
}

/** Orders of which the job has not heard yet, or which stand in the news: saved or paid during a recording. */
const ORDERS_OF_TRACE = `
select shard, order_id from order_recordings where trace = $1
union
select o.shard, o.id from outbox n join orders o on o.shard = n.shard and o.id = n.order_id
where n.kind = any($2) and o.trace_id = $1
union
select a.shard, a.order_id from outbox n join payment_attempts a on a.shard = n.shard and a.order_id = n.order_id
where n.kind = any($2) and a.trace_id = $1`;
const ORDER_NEWS = [
  'order-saved',
  'order-paid',
  'payment-result',
  'policies-issued',
  'refund-settled',
  'insured-consent',
  'recording-due',
];

/** Adds to a recording what has happened to its orders and is not told in it yet: nothing is sealed without. */
export async function recordOrdersOf(deps: Recordings, trace: string): Promise<void> {
  const rows = await deps.database.query<{ shard: number; order_id: bigint }>(ORDERS_OF_TRACE, [trace, ORDER_NEWS]);
  await recordOrders(
    deps,
    rows.map(({ shard, order_id: orderId }) => ({ shard, orderId })),
  );
}

/** The same one by one, after one read for all of them. */
export async function ordersToRecord(
  deps: Recordings,
  refs: readonly OrderRef[],
): Promise<(orderId: bigint) => Promise<void>> {
  const orders = await recordedOrders(deps.database.query, deps.numbers, refs);
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  return async (orderId) => {
    const order = byId.get(orderId);
    if (order?.hasPage) await recordOrder(deps, order);
  };
}

async function recordOrder(deps: Recordings, order: RecordedOrder): Promise<void> {
  const state = order.trace === null ? 'unrecorded' : await tell(deps, order, order.trace, () => true);
  await note(deps, [{ ...order, trace: state === 'bound' ? order.trace : null }], state);
  if (state !== 'bound') await tellWithoutPage(deps, order);
  // Somebody may pay on another day, in another visit.
  const others = new Set(order.events.flatMap(({ trace }) => trace ?? []));
  others.delete(order.trace ?? '');
  for (const other of others) await tell(deps, order, other, ({ trace }) => trace === other);
}

/** What happens to an order later is added to the recording that was made for want of one. */
async function tellWithoutPage(deps: Recordings, order: RecordedOrder): Promise<void> {
  const noted = await recordingOfOrder(deps.database.query, order.shard, order.orderId);
  if (noted?.trace) await tell(deps, order, noted.trace, () => true);
}

/**
 * Makes a recording for each order that was noted before then and has none of its own: what became of the sale is sealed like
 * any other, and says that no page was recorded. Not when the order is saved, so that a rush of such orders costs nothing then.
 * Answers how many.
 */
export async function recordWithoutPage(deps: Recordings, notedBefore: Date, most: number): Promise<number> {
  const { query } = deps.database;
  const rows = await query<{ shard: number; order_id: bigint }>(
    `select shard, order_id from order_recordings where trace is null and noted_at <= $1
     order by noted_at, order_id limit $2`,
    [notedBefore, most],
  );
  const refs = rows.map(({ shard, order_id: orderId }) => ({ shard, orderId }));
  for (const order of await recordedOrders(query, deps.numbers, refs)) {
    // The same one whoever makes it, and however often.
    const trace = sha256Hex(`unrecorded ${order.orderId} ${deps.holderOf(order.userId).toString('hex')}`).slice(0, 32);
    try {
      await tell(deps, order, trace, () => true, true);
    } catch (problem) {
      // It is tried again; the others do not wait behind it.
      if (problem instanceof KeysUnopened) continue;
      throw problem;
    }
    // Last: what breaks off before is begun again.
    await query(`update order_recordings set trace = $3 where shard = $1 and order_id = $2 and trace is null`, [
      order.shard,
      order.orderId,
      trace,
    ]);
  }
  return refs.length;
}

/** Adds to one recording what belongs there; not to another account's. */
async function tell(
  deps: Recordings,
  order: RecordedOrder,
  trace: string,
  belongs: (entry: RecordedOrder['events'][number]) => boolean,
  unrecorded = false,
): Promise<'bound' | 'foreign'> {
  const recording = await recordingFor(deps, order, trace, unrecorded);
  if (recording.user_id !== order.userId) return 'foreign';
  const { orderNo, savedAt } = order.canonical;
  const bound = boundEvent(orderNo, savedAt, deps.holderOf(order.userId));
  await addEvents(deps, recording, [bound, ...order.events.filter(belongs).map(({ event }) => event)]);
  return 'bound';
}

/** The recording, which is the order's account's if it was nobody's; made here when its batches are still on their way. */
async function recordingFor(
  deps: Recordings,
  order: RecordedOrder,
  trace: string,
  unrecorded: boolean,
): Promise<RecordingRow> {
  const { query } = deps.database;
  const claimant = {
    sessionHash: null,
    user: { id: order.userId, shard: order.shard, holder: deps.holderOf(order.userId) },
  };
  const found = await recordingByTrace(query, trace);
  if (found === null) {
    const at = new Date(deps.clock.now());
    const keys = deps.wrapper.make(trace, at.getTime());
    return makeRecording(query, { trace, at, product: order.canonical.edition, keys, claimant, unrecorded });
  }
  return found.user_id === null ? ((await claimRecording(query, trace, claimant)) ?? found) : found;
}

/** In order, each once: the same event is known by its bytes. */
async function addEvents(deps: Recordings, recording: RecordingRow, events: readonly ServerEvent[]): Promise<void> {
  const { trace } = recording;
  const dated = events.map((event) => ({ event, hash: sha256Hex(serverData(event)) }));
  const isNew = (there: ReadonlySet<string>) => dated.filter(({ hash }) => !there.has(hash));
  if (isNew((await serverChunks(deps.database.query, trace)).hashes).length === 0) return;
  await deps.inTurn(trace, () =>
    deps.numbering(trace, async (query) => {
      const { hashes, next } = await serverChunks(query, trace);
      const current = await recordingByTrace(query, trace);
      const keys = current && deps.keysOf(current);
      if (!keys) return;
      for (const [index, { event }] of isNew(hashes).entries()) {
        const facts = serverFacts(trace, next + index, deps.clock.now(), event);
        const flags = current.sealed > 0 ? (['late'] as const) : [];
        await storeChunk(deps, keys, { ...facts, flags }, serverData(event), '');
      }
    }),
  );
}

async function serverChunks(query: Query, trace: string): Promise<{ hashes: Set<string>; next: number }> {
  const rows = await query<{ seq: number; data_sha256: Buffer }>(
    `select seq, data_sha256 from recording_chunks
     where shard = $1 and trace = $2 and tab = 'server' and standing = 0 order by seq`,
    [shardOfTrace(trace), trace],
  );
  return {
    hashes: new Set(rows.map((row) => row.data_sha256.toString('hex'))),
    next: (rows.at(-1)?.seq ?? -1) + 1,
  };
}

const NOTE = `
insert into order_recordings (shard, order_id, trace, state, noted_at)
select shard, order_id, trace, $4, $5 from unnest($1::smallint[], $2::bigint[], $3::text[]) as g(shard, order_id, trace)
on conflict (shard, order_id) do nothing`;

async function note(
  deps: Pick<Recordings, 'database' | 'clock'>,
  orders: readonly (OrderRef & { readonly trace: string | null })[],
  state: 'bound' | 'foreign' | 'unrecorded',
): Promise<void> {
  await deps.database.query(NOTE, [
    smallints(orders.map(({ shard }) => shard)),
    bigints(orders.map(({ orderId }) => orderId)),
    texts(orders.map(({ trace }) => trace)),
    state,
    new Date(deps.clock.now()),
  ]);
}

const WITH_RECORDING = `
select o.shard, o.id as order_id, o.kind, o.client_key,
  o.trace_id is not null or coalesce(
    (select true from payment_attempts a where a.shard = o.shard and a.order_id = o.id and a.trace_id is not null limit 1),
    (select true from order_recordings r where r.shard = o.shard and r.order_id = o.id and r.trace is not null), false
  ) as has_recording
from unnest($1::smallint[], $2::bigint[]) as given(shard, order_id)
join orders o on o.shard = given.shard and o.id = given.order_id`;

/**
 * Which of these orders have a recording that may have to be told of them. The others are noted here, all by one
 * statement: whoever refuses to be recorded, or cannot be, must not cost more than who is.
 */
export async function ordersWithRecording(
  deps: Pick<Recordings, 'database' | 'clock'>,
  refs: readonly OrderRef[],
): Promise<OrderRef[]> {
  const rows = await deps.database.query<{
    shard: number;
    order_id: bigint;
    kind: string;
    client_key: string;
    has_recording: boolean;
  }>(WITH_RECORDING, [smallints(refs.map(({ shard }) => shard)), bigints(refs.map(({ orderId }) => orderId))]);
  const orders = rows.map((row) => ({
    ...{ shard: row.shard, orderId: row.order_id, hasRecording: row.has_recording, trace: null },
    hasPage: hasPage(row),
  }));
  const unrecorded = orders.filter((order) => order.hasPage && !order.hasRecording);
  if (unrecorded.length > 0) await note(deps, unrecorded, 'unrecorded');
  return orders.flatMap(({ shard, orderId, hasRecording }) => (hasRecording ? { shard, orderId } : []));
}

/** Batches of the page in which an order is saved came within this time. */
const LIVE_MS = 10 * 60_000;

/** Whether a visit is being recorded now, as far as this account may say so of it. */
export async function isBeingRecorded(
  deps: Pick<Recordings, 'database' | 'clock'>,
  trace: string | null,
  userId: bigint,
): Promise<boolean> {
  const recording = trace === null ? null : await recordingByTrace(deps.database.query, trace);
  if (recording === null || recording.keys_wrapped === null || recording.batches === 0) return false;
  const isOwn = recording.user_id === null || recording.user_id === userId;
  return isOwn && recording.last_received_at > deps.clock.now() - LIVE_MS;
}
