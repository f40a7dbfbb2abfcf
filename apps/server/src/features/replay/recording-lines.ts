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
  /** Code of the edition that was ordered. */
  readonly edition: string | null;
  readonly channel: string | null;
  readonly mark: keyof typeof HAS_MARK | null;
  readonly shortRead: boolean | null;
  readonly state: RecordingStatus | null;
  readonly before: { readonly at: number; readonly trace: string } | null;
}

interface LineRow extends StateFacts {
  readonly trace: string;
  readonly created_at: number;
  readonly last_received_at: number;
  /** By what the list is in order. */
  readonly at: number;
  readonly batches: number;
  readonly channel: string | null;
  readonly pages: number | null;
  readonly gaps: number | null;
  readonly short_read: boolean | null;
  readonly held: boolean;
  readonly verdict: RecordingLineValue['verdict'];
  readonly disputes: number;
}

/** Few recordings are in these, each of them sealed: they are gone through by when they ended, until a page is full. */
const OF_FEW: ReadonlySet<RecordingStatus> = new Set(['sealed-with-gaps', 'exported', 'restricted', 'held', 'due']);

/** Written out, so that the indexes over the few of a state are used. */
function inState(state: RecordingStatus): string {
  if (state === 'erased') return 'r.keys_wrapped is null';
  const sealed = state === 'collecting' ? `coalesce(e.state, 'collecting') = 'collecting'` : `e.state = '${state}'`;
  return `r.keys_wrapped is not null and ${sealed}`;
}

/** Written out as well: a plan for any mark goes through all recordings. */
const HAS_MARK = {
  document: `'document' = any (d.marks)`,
  consent: `'consent' = any (d.marks)`,
  gap: `'gap' = any (d.marks)`,
  'failed-call': `'failed-call' = any (d.marks)`,
  order: `'order' = any (d.marks)`,
} as const;

/** Whether any recording came by a way; where none did, the list would look for one to its end. */
async function isKnownChannel(query: Query, channel: string): Promise<boolean> {
  const [next] = await query<{ channel: string }>(
    'select channel from recording_digests where channel >= $1 order by channel limit 1',
    [channel],
  );
  return next?.channel === channel;
}

const LATEST_FIRST = 'recordings r left join recording_digests d on d.shard = r.shard and d.trace = r.trace';
/** From the few that have what is asked for: a plain join by two columns is believed to find next to nothing, and was made of all. */
const FEW_FIRST = `recording_digests d cross join lateral (
  select * from recordings f where f.shard = d.shard and f.trace = d.trace offset 0) r`;

const STATE_FIRST = `evidence_recordings e cross join lateral (
  select * from recordings f where f.shard = e.shard and f.trace = e.trace offset 0) r
  left join lateral (select * from recording_digests f where f.shard = e.shard and f.trace = e.trace offset 0) d on true`;

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
  const { traces, person, fromMs, toMs, edition, channel, mark, shortRead, state, before } = filter;
  if (channel !== null && !(await isKnownChannel(query, channel))) return [];
  const isInStateOfFew = state !== null && OF_FEW.has(state);
  // What ended is in its list by that; a batch that comes afterwards moves it when it is sealed as well.
  const [at, key] = isInStateOfFew ? ['e.ended_at', 'e.trace'] : ['r.last_received_at', 'r.trace'];
  recordingsWithin(add, editions, filter.scope);
  // Of a sale that nobody recorded the order is in the list, and the server's own record by its number.
  if (traces === null) add('not r.unrecorded');
  else add('r.trace = any(?::text[])', traces);
  if (person !== null) {
    add('(r.trace = any(?::text[]) or r.holder = any(?::bytea[]))', person.traces, person.holders);
  }
  if (fromMs !== null) add(`${at} >= ?`, new Date(fromMs));
  if (toMs !== null) add('r.created_at < ?', new Date(toMs));
  if (edition !== null) add('d.editions @> array[?]', edition);
  if (channel !== null) add('d.channel = ?', channel);
  if (mark !== null) add(HAS_MARK[mark]);
  if (shortRead !== null) add(shortRead ? 'd.short_read' : 'not d.short_read');
  if (state !== null) add(inState(state));
  if (before !== null) add(`(${at}, ${key}) < (?, ?)`, new Date(before.at), before.trace);
  const most = conditions.value(limit);
  const isOfFew = state === null && (mark === 'gap' || mark === 'failed-call' || shortRead === true);
  const evidence = 'left join evidence_recordings e on e.shard = r.shard and e.trace = r.trace';
  const withState = isInStateOfFew ? STATE_FIRST : `${LATEST_FIRST} ${evidence}`;
  const withoutState = isOfFew ? FEW_FIRST : LATEST_FIRST;
  return query<LineRow>(
    `with r as materialized (
       select r.shard, r.trace, r.created_at, r.last_received_at, ${at} as at, r.batches, r.keys_wrapped, d.channel,
         d.pages, d.gaps, d.short_read
       from ${state === null ? withoutState : withState}
       where ${conditions.text} order by ${at} desc, ${key} desc limit ${most}
     ), e as materialized (
       select s.shard, s.trace, s.state, s.held_at, s.verdict from evidence_recordings s
       join r on r.shard = s.shard and r.trace = s.trace
     ), open as materialized (
       select p.shard, p.trace, count(*)::int as disputes from evidence_disputes p
       join r on r.shard = p.shard and r.trace = p.trace where p.ended_at is null group by p.shard, p.trace
     )
     select r.*, e.state, e.held_at is not null as held, e.verdict, coalesce(open.disputes, 0) as disputes
     from r left join e on e.shard = r.shard and e.trace = r.trace
       left join open on open.shard = r.shard and open.trace = r.trace
     order by r.at desc, r.trace desc`,
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
    `select trace, order_id from order_recordings where trace = any($1) order by noted_at, order_id`,
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
      verdict: row.verdict,
      orderNos: orders.get(row.trace) ?? [],
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
  /** Code of the edition that was ordered. */
  readonly edition: string | null;
  readonly before: { readonly at: number; readonly orderId: bigint } | null;
}

interface UnrecordedRow {
  readonly trace: string | null;
  readonly order_id: bigint;
  readonly noted_at: number;
}

function unrecorded(editions: Editions, { scope, orderIds, fromMs, toMs, edition, before }: UnrecordedFilter) {
  const conditions = createConditions();
  const { add } = conditions;
  ordersOfListWithin(add, editions, scope);
  if (edition !== null) {
    add(
      'exists (select 1 from orders o where o.shard = b.shard and o.id = b.order_id and o.edition_code = ?)',
      edition,
    );
  }
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
    `select b.order_id, b.noted_at, b.trace from order_recordings b where b.state <> 'bound' and ${conditions.text}
     order by b.noted_at desc, b.order_id desc limit ${most}`,
    conditions.values,
  );
}

export const unrecordedLine = (
  { numbers }: Pick<Core, 'numbers'>,
  { order_id: id, noted_at: at, trace }: UnrecordedRow,
): RecordingLineValue => ({
  ...{
    trace: trace ?? '',
    state: 'unrecorded',
    stateLabel: labelOf('unrecorded'),
    held: false,
    disputes: 0,
    verdict: null,
  },
  ...{ orderNos: [numbers.orderNo(id)], channel: '', batches: 0, pages: null, gaps: 0, shortRead: false },
  startedAt: beijingDateTime(at),
  lastAt: beijingDateTime(at),
});
