import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { BillDay } from './book-store.ts';
import type { DaySummary } from './compare-stored.ts';

export interface RunOutcome {
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly summary: DaySummary;
}

/** Keeps that a bill was compared, and what both sides came to. */
export async function writeRun(
  query: Query,
  { orderIds }: Pick<Core, 'orderIds'>,
  { provider, day, version }: BillDay,
  { startedAtMs, finishedAtMs, summary }: RunOutcome,
): Promise<void> {
  await query(
    `insert into reconciliation_runs (id, provider, day, bill_version, started_at, finished_at, summary)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [orderIds.next(0), provider, day, version, new Date(startedAtMs), new Date(finishedAtMs), JSON.stringify(summary)],
  );
}

export interface StoredRun {
  id: bigint;
  provider: string;
  day: string;
  bill_version: number;
  started_at: number;
  finished_at: number;
  summary: DaySummary;
  /** Hash of the bill that was compared. */
  sha1: string;
  /** Differences that nobody has decided. */
  open: number;
  /** Differences that a person put off: their money stands in suspense. */
  held: number;
}

/** Differences are counted in a step of their own: they lie elsewhere than the runs where tables are spread. */
const RUNS_OF_DAY = `
with run as materialized (
  select r.id, r.provider, r.day, r.bill_version, r.started_at, r.finished_at, r.summary, b.sha1
  from reconciliation_runs r join bills b on b.provider = r.provider and b.day = r.day and b.version = r.bill_version
  where r.day = $1
), left_over as materialized (
  select d.provider, d.day, count(*) filter (where d.state <> 'held')::integer as open,
    count(*) filter (where d.state = 'held')::integer as held
  from reconciliation_differences d join (select distinct provider, day from run) r on r.provider = d.provider and r.day = d.day
  where d.state in ('open', 'waiting', 'held') group by d.provider, d.day
)
select r.*, coalesce(l.open, 0) as open, coalesce(l.held, 0) as held
from run r left join left_over l on l.provider = r.provider and l.day = r.day order by r.provider, r.id`;

/** The last run of each provider for a day. */
export async function lastRunsOf(query: Query, day: string): Promise<StoredRun[]> {
  const rows = await query<StoredRun>(RUNS_OF_DAY, [day]);
  return [...new Map(rows.map((row) => [row.provider, row])).values()];
}
