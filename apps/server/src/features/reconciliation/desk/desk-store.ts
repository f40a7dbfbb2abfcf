import type { Query } from '../../../db/database.ts';
import { NOT_OFFERED } from '../day-store.ts';
import type { StoredDifference } from '../difference-store.ts';
import type { ClassGap } from './day-parts.ts';

export interface DayStandRow {
  readonly day: string;
  readonly missing: number;
  /** Whose time has not come. */
  readonly not_due: number;
  readonly open: number;
  readonly held: number;
  readonly bill_fen: number;
  readonly book_fen: number;
  readonly closed: boolean;
}

/** Days that were wanted, the latest first: each provider's last run of a day counts. */
export function daysBefore(query: Query, before: string | null, limit: number): Promise<DayStandRow[]> {
  return query<DayStandRow>(
    `with page as (
       select day, count(*) filter (where bill_version is null and next_try_at is not null
         and last_problem is not null and last_problem <> '${NOT_OFFERED}')::integer as missing,
         count(*) filter (where bill_version is null and next_try_at is not null and last_problem is null)::integer as not_due
       from reconciliation_days where $1::date is null or day < $1 group by day order by day desc limit $2
     ), last as (
       select distinct on (r.day, r.provider) r.day, r.summary from reconciliation_runs r
       where r.day in (select day from page) order by r.day, r.provider, r.id desc
     ), net as (
       select day, sum((summary #>> '{bill,paymentFen}')::float8 - (summary #>> '{bill,refundFen}')::float8) as bill_fen,
         sum((summary #>> '{book,paymentFen}')::float8 - (summary #>> '{book,refundFen}')::float8) as book_fen
       from last group by day
     ), left_over as materialized (
       select d.day, count(*) filter (where d.state <> 'held')::integer as open,
         count(*) filter (where d.state = 'held')::integer as held
       from reconciliation_differences d
       where d.day in (select day from page) and d.state in ('open', 'waiting', 'held') group by d.day
     )
     select p.day, p.missing, p.not_due, coalesce(n.bill_fen, 0) as bill_fen, coalesce(n.book_fen, 0) as book_fen,
       coalesce(l.open, 0) as open, coalesce(l.held, 0) as held,
       exists (select 1 from reconciliation_closings c where c.day = p.day) as closed
     from page p left join net n on n.day = p.day left join left_over l on l.day = p.day order by p.day desc`,
    [before, limit],
  );
}

/**
 * Part of what the last run of its provider came to: seen by it, and not settled by it. What a rule settles as standing in a
 * neighbour's bill still differs on this day.
 */
const COUNTS = `d.last_seen_at >= r.finished_at and (d.resolution is distinct from 'cleared' or d.class = 'cross-day')`;
const LAST_RUNS = `(select distinct on (provider) provider, finished_at from reconciliation_runs where day = $1
  order by provider, id desc)`;

export function classGaps(query: Query, day: string): Promise<ClassGap[]> {
  return query<ClassGap>(
    `select d.class, d.kind, count(*)::integer as count,
       sum(coalesce(d.bill_fen, 0) - coalesce(d.book_fen, 0))::float8 as "gapFen"
     from ${LAST_RUNS} r join reconciliation_differences d on d.provider = r.provider and d.day = $1 and ${COUNTS}
     group by d.class, d.kind`,
    [day],
  );
}

export async function countGone(query: Query, day: string): Promise<number> {
  const [row] = await query<{ gone: number }>(
    `select count(*)::integer as gone
     from ${LAST_RUNS} r join reconciliation_differences d on d.provider = r.provider and d.day = $1 and not (${COUNTS})`,
    [day],
  );
  return row?.gone ?? 0;
}

export type ListedDifference = StoredDifference & { readonly under_way: boolean };

const LISTED = `d.id, d.shard, d.provider, d.day, d.class, d.kind, d.merchant_order_no, d.provider_txn, d.refund_no,
  d.order_id, d.bill_fen, d.book_fen, d.finding, d.advice, d.state, d.resolution, d.reason, d.resolved_by, d.resolved_at,
  u.difference_id is not null as under_way`;
/** Decisions that are asked for or not yet carried out: few at any time. */
const UNDER_WAY = `with u as materialized (
  select distinct c.difference_id from reconciliation_decisions c join staff_approvals a on a.id = c.approval_id
  where c.state = 'agreed' or c.state = 'asked' and a.status = 'waiting' and a.expires_at > $2
)`;
const RANK = `array_position(array['provider-only', 'book-only', 'amount', 'state', 'refund', 'cross-day'], d.class)`;

export interface DifferencePage {
  readonly day: string;
  readonly class: string | null;
  readonly isGone: boolean;
  readonly after: bigint | null;
  readonly limit: number;
  readonly nowMs: number;
}

/** A day's differences by class; a page begins behind a row of it. */
export function differencePage(query: Query, page: DifferencePage): Promise<ListedDifference[]> {
  return query<ListedDifference>(
    `${UNDER_WAY}
     select ${LISTED}
     from ${LAST_RUNS} r join reconciliation_differences d on d.provider = r.provider and d.day = $1
       left join u on u.difference_id = d.id
     where ($3::text is null or d.class = $3) and ${page.isGone ? 'not' : ''} (${COUNTS})
       and ($4::bigint is null or (${RANK}, d.provider_txn, d.id) > (
         select ${RANK}, d.provider_txn, d.id from reconciliation_differences d where d.day = $1 and d.id = $4))
     order by ${RANK}, d.provider_txn, d.id limit $5`,
    [page.day, new Date(page.nowMs), page.class, page.after, page.limit],
  );
}

/** Holds a difference until the transaction ends: only a row whose shard is named can be held everywhere. */
export async function holdDifference(
  query: Query,
  table: 'reconciliation_differences' | 'issue_differences',
  id: bigint,
): Promise<void> {
  const [found] = await query<{ shard: number }>(`select shard from ${table} where id = $1`, [id]);
  if (found) await query(`select 1 from ${table} where shard = $1 and id = $2 for update`, [found.shard, id]);
}

export async function differenceById(query: Query, id: bigint, nowMs: number) {
  const rows = await query<ListedDifference & { readonly first_seen_at: number }>(
    `${UNDER_WAY}
     select ${LISTED}, d.first_seen_at from reconciliation_differences d left join u on u.difference_id = d.id where d.id = $1`,
    [id, new Date(nowMs)],
  );
  return rows[0] ?? null;
}

export interface InsurerSide {
  readonly policies: number;
  readonly fen: number;
  readonly own_policies: number;
  readonly own_fen: number;
  readonly open: number;
  readonly waiting: number;
  readonly compared_at: number | null;
  readonly shares: Readonly<Record<string, number>>;
}

/** What was issued on a day, here and there, over all editions; null where no insurer's file was compared. */
export async function insurerSide(query: Query, day: string): Promise<InsurerSide | null> {
  const [row] = await query<InsurerSide & { readonly editions: number }>(
    `select count(*)::integer as editions, sum(d.insurer_policies)::integer as policies,
       sum(d.insurer_fen)::float8 as fen, sum(d.policies)::integer as own_policies, sum(d.premium_fen)::float8 as own_fen,
       sum(d.waiting)::integer as waiting, min(e.compared_at) as compared_at,
       (select count(*)::integer from issue_differences i where i.day = $1 and i.state = 'open') as open,
       coalesce((select jsonb_object_agg(name, fen) from (
         select s.key as name, sum(s.value::float8) as fen
         from issue_days x cross join lateral jsonb_each_text(x.shares) s where x.day = $1 group by s.key) t), '{}') as shares
     from issue_days d join issue_editions e on e.edition_code = d.edition_code where d.day = $1`,
    [day],
  );
  return row && row.editions > 0 ? row : null;
}

export async function countUnsettled(query: Query): Promise<number> {
  const [row] = await query<{ open: number }>(
    `select count(*)::integer as open from reconciliation_differences where state = 'open'`,
  );
  return row?.open ?? 0;
}
