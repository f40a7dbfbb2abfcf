import type { RecordingLineValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { RECORDING_STATUS_TABLE, type RecordingStatus } from '@huimin/domain/evidence';
import type { StaffScope } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { EditionStore } from '../configuration/index.ts';
import { createConditions, ordersOfListWithin, recordingsWithin } from './recording-scope.ts';

export type RecordingState = RecordingLineValue['state'];

const LABELS: ReadonlyMap<string, string> = new Map([
  ...RECORDING_STATUS_TABLE.entries.map(({ status, label }) => [status, label] as const),
  ['unrecorded', '没有录到'],
]);
export const labelOf = (state: RecordingState): string => LABELS.get(state) ?? state;

interface StateFacts {
  readonly keys_wrapped: Buffer | null;
  /** Null until something of it is sealed. */
  readonly state: RecordingStatus | null;
}

export const stateOf = ({ keys_wrapped: keys, state }: StateFacts): RecordingStatus =>
  keys === null ? 'erased' : (state ?? 'collecting');

/** What is asked for; null: whatever. */
export interface RecordingFilter {
  /** Whose data somebody sees. */
  readonly scope: StaffScope;
  readonly traces: readonly string[] | null;
  /** Accounts, and what else somebody is in. */
  readonly person: { readonly holders: readonly Buffer[]; readonly traces: readonly string[] } | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly product: string | null;
  readonly channel: string | null;
  readonly mark: string | null;
  readonly shortRead: boolean | null;
  readonly state: RecordingStatus | null;
  readonly before: { readonly at: number; readonly trace: string } | null;
}

interface LineRow extends StateFacts {
  readonly trace: string;
  readonly created_at: number;
  readonly last_received_at: number;
  readonly product: string | null;
  readonly batches: number;
  readonly channel: string | null;
  readonly pages: number | null;
  readonly gaps: number | null;
  readonly short_read: boolean | null;
  readonly held: boolean;
  readonly verdict: string | null;
  readonly disputes: number;
}

const STATE = `case when r.keys_wrapped is null then 'erased' else coalesce(e.state, 'collecting') end`;
type Editions = Pick<EditionStore, 'all'>;

/** A page of recordings, the latest first. */
export async function findRecordings(
  query: Query,
  editions: Editions,
  filter: RecordingFilter,
  limit: number,
): Promise<LineRow[]> {
  const conditions = createConditions();
  const { add } = conditions;
  const { traces, person, fromMs, toMs, product, channel, mark, shortRead, state, before } = filter;
  recordingsWithin(add, editions, filter.scope);
  if (traces !== null) add('r.trace = any(?::text[])', traces);
  if (person !== null) {
    add('(r.trace = any(?::text[]) or r.holder = any(?::bytea[]))', person.traces, person.holders);
  }
  if (fromMs !== null) add('r.last_received_at >= ?', new Date(fromMs));
  if (toMs !== null) add('r.created_at < ?', new Date(toMs));
  if (product !== null) add('r.product = ?', product);
  if (channel !== null) add('d.channel = ?', channel);
  if (mark !== null) add('? = any(d.marks)', mark);
  if (shortRead !== null) add('d.short_read = ?', shortRead);
  if (state !== null) add(`${STATE} = ?`, state);
  if (before !== null) add('(r.last_received_at, r.trace) < (?, ?)', new Date(before.at), before.trace);
  const most = conditions.value(limit);
  return query<LineRow>(
    `select r.trace, r.created_at, r.last_received_at, r.product, r.batches, r.keys_wrapped, d.channel, d.pages, d.gaps,
       d.short_read, e.state, e.held_at is not null as held, e.verdict, (
         select count(*)::int from evidence_disputes p
         where p.shard = r.shard and p.trace = r.trace and p.ended_at is null) as disputes
     from recordings r left join recording_digests d on d.shard = r.shard and d.trace = r.trace
       left join evidence_recordings e on e.shard = r.shard and e.trace = r.trace
     where ${conditions.text} order by r.last_received_at desc, r.trace desc limit ${most}`,
    conditions.values,
  );
}

/** Numbers of the orders that recordings are bound to, by recording. */
export async function orderNosOf(
  { numbers }: Pick<Core, 'numbers'>,
  query: Query,
  traces: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await query<{ trace: string; order_id: bigint }>(
    `select trace, order_id from order_recordings where trace = any($1) and state = 'bound' order by noted_at, order_id`,
    [traces],
  );
  const found = new Map<string, string[]>();
  for (const { trace, order_id: id } of rows) {
    found.set(trace, [...(found.get(trace) ?? []), numbers.orderNo(id)]);
  }
  return found;
}

export async function linesOf(core: Pick<Core, 'numbers'>, query: Query, rows: readonly LineRow[]) {
  const orders = await orderNosOf(
    core,
    query,
    rows.map(({ trace }) => trace),
  );
  return rows.map((row): RecordingLineValue => {
    const state = stateOf(row);
    return {
      trace: row.trace,
      state,
      stateLabel: labelOf(state),
      held: row.held,
      disputes: row.disputes,
      verdict: row.verdict ?? '',
      orderNos: orders.get(row.trace) ?? [],
      product: row.product ?? '',
      channel: row.channel ?? '',
      startedAt: beijingDateTime(row.created_at),
      lastAt: beijingDateTime(row.last_received_at),
      batches: row.batches,
      pages: row.pages,
      gaps: row.gaps ?? 0,
      shortRead: row.short_read ?? false,
    };
  });
}

export interface UnrecordedFilter {
  readonly scope: StaffScope;
  readonly orderIds: readonly bigint[] | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly before: { readonly at: number; readonly orderId: bigint } | null;
}

interface UnrecordedRow {
  readonly order_id: bigint;
  readonly noted_at: number;
}

function unrecorded(editions: Editions, { scope, orderIds, fromMs, toMs, before }: UnrecordedFilter) {
  const conditions = createConditions();
  const { add } = conditions;
  ordersOfListWithin(add, editions, scope);
  if (orderIds !== null) add('b.order_id = any(?::bigint[])', orderIds);
  if (fromMs !== null) add('b.noted_at >= ?', new Date(fromMs));
  if (toMs !== null) add('b.noted_at < ?', new Date(toMs));
  if (before !== null) add('(b.noted_at, b.order_id) < (?, ?)', new Date(before.at), before.orderId);
  return conditions;
}

/** Orders that were saved without a recording, or with somebody else's; the latest first. */
export function findUnrecorded(
  query: Query,
  editions: Editions,
  filter: UnrecordedFilter,
  limit: number,
): Promise<UnrecordedRow[]> {
  const conditions = unrecorded(editions, filter);
  const most = conditions.value(limit);
  return query<UnrecordedRow>(
    `select b.order_id, b.noted_at from order_recordings b where b.state <> 'bound' and ${conditions.text}
     order by b.noted_at desc, b.order_id desc limit ${most}`,
    conditions.values,
  );
}

export const unrecordedLine = (
  { numbers }: Pick<Core, 'numbers'>,
  { order_id: id, noted_at: at }: UnrecordedRow,
): RecordingLineValue => ({
  ...{ trace: '', state: 'unrecorded', stateLabel: labelOf('unrecorded'), held: false, disputes: 0, verdict: '' },
  ...{ orderNos: [numbers.orderNo(id)], product: '', channel: '', batches: 0, pages: null, gaps: 0, shortRead: false },
  startedAt: beijingDateTime(at),
  lastAt: beijingDateTime(at),
});
