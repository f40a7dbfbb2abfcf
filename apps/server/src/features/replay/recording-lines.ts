import type { RecordingLineValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';

export type RecordingState = RecordingLineValue['state'];

export const STATE_LABELS: Readonly<Record<RecordingState, string>> = {
  open: '采集中',
  sealed: '已封存',
  erased: '已销毁',
};

interface StateFacts {
  readonly keys_wrapped: Buffer | null;
  readonly sealed: number;
}

export const stateOf = ({ keys_wrapped: keys, sealed }: StateFacts): RecordingState =>
  keys === null ? 'erased' : sealed > 0 ? 'sealed' : 'open';

/** What is asked for; null: whatever. */
export interface RecordingFilter {
  readonly traces: readonly string[] | null;
  /** Accounts, and what else somebody is in. */
  readonly person: { readonly holders: readonly Buffer[]; readonly traces: readonly string[] } | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly product: string | null;
  readonly channel: string | null;
  readonly mark: string | null;
  readonly shortRead: boolean | null;
  readonly state: RecordingState | null;
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
}

const STATES: Readonly<Record<RecordingState, string>> = {
  open: 'r.keys_wrapped is not null and r.sealed = 0',
  sealed: 'r.keys_wrapped is not null and r.sealed > 0',
  erased: 'r.keys_wrapped is null',
};

/** A page of recordings, the latest first. */
export async function findRecordings(query: Query, filter: RecordingFilter, limit: number): Promise<LineRow[]> {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, ...given: unknown[]) => {
    let next = values.length;
    conditions.push(condition.replace(/\?/g, () => `$${++next}`));
    values.push(...given);
  };
  const { traces, person, fromMs, toMs, product, channel, mark, shortRead, state, before } = filter;
  if (traces !== null) where('r.trace = any(?::text[])', traces);
  if (person !== null) {
    where('(r.trace = any(?::text[]) or r.holder = any(?::bytea[]))', person.traces, person.holders);
  }
  if (fromMs !== null) where('r.last_received_at >= ?', new Date(fromMs));
  if (toMs !== null) where('r.created_at < ?', new Date(toMs));
  if (product !== null) where('r.product = ?', product);
  if (channel !== null) where('d.channel = ?', channel);
  if (mark !== null) where('? = any(d.marks)', mark);
  if (shortRead !== null) where('d.short_read = ?', shortRead);
  if (state !== null) where(STATES[state]);
  if (before !== null) where('(r.last_received_at, r.trace) < (?, ?)', new Date(before.at), before.trace);
  values.push(limit);
  return query<LineRow>(
    `select r.trace, r.created_at, r.last_received_at, r.product, r.batches, r.keys_wrapped, r.sealed, d.channel, d.pages,
       d.gaps, d.short_read
     from recordings r left join recording_digests d on d.shard = r.shard and d.trace = r.trace
     ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
     order by r.last_received_at desc, r.trace desc limit $${values.length}`,
    values,
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
      stateLabel: STATE_LABELS[state],
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
