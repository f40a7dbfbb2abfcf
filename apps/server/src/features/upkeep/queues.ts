import type { QueueValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import type { Query } from '../../db/database.ts';
import { titleOfJob } from './job-titles.ts';

const MINUTE_MS = 60_000;
/** Longer queues are not counted to their end. */
export const COUNTED = 10_000;

interface Queue {
  readonly name: string;
  readonly title: string;
  /** Since when a row waits, oldest first by an index. `$1` is now. */
  readonly sql: string;
  /** What has waited longer than this is late. */
  readonly lateMs: number;
}

const QUEUES: readonly Queue[] = [
  {
    name: 'hanging-payments',
    title: '没有结果的付款',
    sql: `select next_query_at as since from payment_attempts where next_query_at is not null order by next_query_at`,
    lateMs: 5 * MINUTE_MS,
  },
  {
    name: 'refunds',
    title: '退款途中',
    sql: `select next_try_at as since from refunds where next_try_at is not null order by next_try_at`,
    lateMs: 10 * MINUTE_MS,
  },
  {
    name: 'expired-orders',
    title: '到时还没关的订单',
    sql: `select expires_at as since from orders where status in (20, 25) and expires_at < $1 order by expires_at`,
    lateMs: 10 * MINUTE_MS,
  },
  {
    name: 'account-notices',
    title: '待发的账户短信',
    sql: `select next_try_at as since from account_notices order by next_try_at`,
    lateMs: 10 * MINUTE_MS,
  },
  {
    name: 'text-messages',
    title: '到时该发的短信',
    sql: `select next_at as since from text_messages
      where status in ('created', 'temporary') and next_at <= $1 order by next_at`,
    lateMs: 10 * MINUTE_MS,
  },
  {
    name: 'unsealed',
    title: '待封存的会话批次',
    sql: `select received_at as since from recording_chunks where addendum is null order by received_at`,
    lateMs: 180 * MINUTE_MS,
  },
  {
    name: 'log-entries',
    title: '待写进存证日志的条目',
    sql: `select appended_at as since from log_entries where position is null order by appended_at`,
    lateMs: 10 * MINUTE_MS,
  },
  {
    name: 'exports',
    title: '待生成的导出文件',
    sql: `select approved_at as since from staff_exports where status in ('waiting', 'making') order by id`,
    lateMs: 30 * MINUTE_MS,
  },
];

const OUTBOX_LATE_MS = 5 * MINUTE_MS;

/** What waits where, and since when. Reads no queue further than `COUNTED`. */
export async function queueLengths(query: Query, nowMs: number): Promise<QueueValue[]> {
  const now = new Date(nowMs);
  const fixed = QUEUES.map(async ({ name, title, sql, lateMs }) => {
    const limited = `${sql} limit ${COUNTED + 1}`;
    const [row] = await query<{ count: number; oldest: number | null }>(
      `select count(*)::integer as count, min(since) as oldest from (${limited}) as waiting
       where $1::timestamptz is not null`,
      [now],
    );
    return queueOf({ name, title, count: row?.count ?? 0, oldestMs: row?.oldest ?? null }, lateMs, nowMs);
  });
  return [...(await Promise.all(fixed)), ...(await outboxLengths(query, nowMs))];
}

/** News by kind: kinds of which nothing waits are not shown. */
async function outboxLengths(query: Query, nowMs: number): Promise<QueueValue[]> {
  // From kind to kind by the index, without reading the rows between.
  const rows = await query<{ kind: string; count: number; oldest: number }>(
    `with recursive kinds as (
       (select kind from outbox order by kind limit 1)
       union all
       select (select o.kind from outbox o where o.kind > k.kind order by o.kind limit 1) from kinds k
       where k.kind is not null)
     select k.kind, w.count, w.oldest from kinds k cross join lateral (
       select count(*)::integer as count, min(available_at) as oldest from (
         select available_at from outbox o where o.kind = k.kind order by available_at limit ${COUNTED + 1}) as counted
     ) as w where k.kind is not null`,
  );
  return rows.map(({ kind, count, oldest }) =>
    queueOf({ name: kind, title: titleOfJob(kind), count, oldestMs: oldest }, OUTBOX_LATE_MS, nowMs),
  );
}

function queueOf(
  one: { name: string; title: string; count: number; oldestMs: number | null },
  lateMs: number,
  nowMs: number,
): QueueValue {
  const { name, title, count, oldestMs } = one;
  return {
    ...{ name, title, count },
    oldestAt: oldestMs === null ? null : beijingDateTime(oldestMs),
    isLate: oldestMs !== null && nowMs - oldestMs > lateMs,
  };
}
