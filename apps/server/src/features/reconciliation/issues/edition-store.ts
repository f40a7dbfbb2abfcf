import type { Query } from '../../../db/database.ts';

/** Notes that a file told of these editions: they are to be compared. */
export async function wantEditions(
  query: Query,
  codes: readonly string[],
  latestDay: string,
  nowMs: number,
): Promise<void> {
  await query(
    `insert into issue_editions as e (edition_code, latest_day, due_at) select code, $2, $3 from unnest($1::text[]) as code
     on conflict (edition_code) do update set latest_day = greatest(e.latest_day, excluded.latest_day),
       due_at = excluded.due_at`,
    [codes, latestDay, new Date(nowMs)],
  );
}

/** Asks for an edition to be compared again; false when no file has told of it. */
export async function wantIssueComparison(query: Query, code: string, nowMs: number): Promise<boolean> {
  const rows = await query('update issue_editions set due_at = $2 where edition_code = $1 returning edition_code', [
    code,
    new Date(nowMs),
  ]);
  return rows.length > 0;
}

export interface DueEdition {
  readonly edition_code: string;
  readonly latest_day: string;
}

/** Takes an edition that is due; for one server only, until the lease ends. */
export async function leaseEdition(query: Query, nowMs: number, leaseMs: number): Promise<DueEdition | null> {
  const rows = await query<DueEdition>(
    `update issue_editions set lease_until = $2
     where edition_code = (
       select edition_code from issue_editions where due_at <= $1 and (lease_until is null or lease_until < $1)
       order by due_at, edition_code limit 1
     ) and due_at <= $1 and (lease_until is null or lease_until < $1)
     returning edition_code, latest_day`,
    [new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return rows[0] ?? null;
}

/** What one day of issue came to on both sides. */
export interface IssueDay {
  day: string;
  policies: number;
  premium_fen: number;
  insurer_policies: number;
  insurer_fen: number;
  /** What each insurer carries, by name, as the insurer told it. */
  shares: Record<string, number>;
  agreed: number;
  waiting: number;
  differing: number;
}

export interface ComparisonOutcome {
  readonly runId: bigint;
  readonly days: readonly IssueDay[];
  readonly leasedAtMs: number;
  readonly finishedAtMs: number;
  /** When it is compared again by itself; null: no more. */
  readonly nextAtMs: number | null;
}

/** Writes what an edition came to. Who asked for it anew since it was leased gets it once more. */
export async function finishEdition(query: Query, code: string, outcome: ComparisonOutcome): Promise<void> {
  const { runId, days, leasedAtMs, finishedAtMs, nextAtMs } = outcome;
  await query('delete from issue_days where edition_code = $1', [code]);
  await query(
    `insert into issue_days (edition_code, day, policies, premium_fen, insurer_policies, insurer_fen, agreed, waiting,
       differing, shares)
     select $1, d.* from unnest($2::date[], $3::integer[], $4::bigint[], $5::integer[], $6::bigint[], $7::integer[],
       $8::integer[], $9::integer[], $10::jsonb[]) as d`,
    [
      code,
      days.map((row) => row.day),
      days.map((row) => row.policies),
      days.map((row) => row.premium_fen),
      days.map((row) => row.insurer_policies),
      days.map((row) => row.insurer_fen),
      days.map((row) => row.agreed),
      days.map((row) => row.waiting),
      days.map((row) => row.differing),
      days.map((row) => JSON.stringify(row.shares)),
    ],
  );
  await query(
    `update issue_editions set run_id = $2, compared_at = $3, lease_until = null,
       due_at = case when due_at > $4 then due_at else $5::timestamptz end
     where edition_code = $1`,
    [code, runId, new Date(finishedAtMs), new Date(leasedAtMs), nextAtMs === null ? null : new Date(nextAtMs)],
  );
}

export interface IssueEdition {
  edition_code: string;
  latest_day: string;
  compared_at: number | null;
  open: number;
}

const EDITIONS = `
select e.edition_code, e.latest_day, e.compared_at,
  (select count(*)::integer from issue_differences d where d.edition_code = e.edition_code and d.state = 'open') as open
from issue_editions e`;

/** Every edition of which an insurer has told. */
export async function issueEditions(query: Query): Promise<IssueEdition[]> {
  return query<IssueEdition>(`${EDITIONS} order by e.edition_code`);
}

/** One of them with its days, or null. */
export async function issueReport(
  query: Query,
  code: string,
): Promise<{ edition: IssueEdition; days: IssueDay[] } | null> {
  const [edition] = await query<IssueEdition>(`${EDITIONS} where e.edition_code = $1`, [code]);
  if (!edition) return null;
  const days = await query<IssueDay>(
    `select day, policies, premium_fen::double precision as premium_fen, insurer_policies,
       insurer_fen::double precision as insurer_fen, agreed, waiting, differing, shares
     from issue_days where edition_code = $1 order by day`,
    [code],
  );
  return { edition, days };
}

/** Whether a file waits to be read, or an edition to be compared. */
export async function isIssueWorkDue(query: Query, nowMs: number): Promise<boolean> {
  const rows = await query(
    `select 1 from issue_files where state = 'waiting' union all
     select 1 from issue_editions where due_at <= $1 limit 1`,
    [new Date(nowMs)],
  );
  return rows.length > 0;
}
