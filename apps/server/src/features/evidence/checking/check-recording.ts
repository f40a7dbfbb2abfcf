import type { Depth, Report } from '@huimin/evidence/verify';
import { texts } from '../../../db/binary-array.ts';
import type { Query } from '../../../db/database.ts';
import { openOwn } from '../log/evidence-log.ts';
import { formerCheckpoint, type StoredCheckpoint } from '../log/log-store.ts';
import { givenTraces, shardOf } from '../sealing/sealing-store.ts';
import { beginRun, type CheckingDependencies, type CheckRun, type SeenCheckpoint } from './check-run.ts';
import { indexProblems, withIndexProblems } from './compare-index.ts';
import { type Gathered, gather, gatherMany } from './gather.ts';

export interface Checker {
  /** Null where nothing of the recording is sealed. */
  check(trace: string): Promise<Report | null>;
  /** Those of many, in their order; left out is of what nothing is sealed. */
  checkMany(traces: readonly string[]): AsyncGenerator<Report>;
  /** What was checked against, to be kept for the next time. */
  readonly checkpoint: Buffer | null;
}

/**
 * Checks recordings of the house against database, store and log, all by the same checkpoint.
 * @param last the checkpoint that others check by at the same time; else the newest
 */
export async function createChecker(
  deps: CheckingDependencies,
  depth: Depth,
  lastSeen: SeenCheckpoint | null,
  last?: StoredCheckpoint | null,
): Promise<Checker> {
  const run = await beginRun(deps, depth, lastSeen, last);
  return {
    checkpoint: run.checkpoint,
    async check(trace) {
      const gathered = await gather(run, trace);
      return gathered && reportOn(run, gathered);
    },
    async *checkMany(traces) {
      for await (const gathered of gatherMany(run, traces)) yield reportOn(run, gathered);
    },
  };
}

/** What the desk's own verifier saw last: by what this recording was checked before, or else the checkpoint before the newest. */
export async function seenAtDesk(
  { database, evidenceLog }: CheckingDependencies,
  trace: string,
): Promise<SeenCheckpoint | null> {
  const [kept] = await database.query<{ seen: KeptReport['seen'] | null }>(
    `select report -> 'seen' as seen from evidence_recordings where shard = $1 and trace = $2`,
    [shardOf(trace), trace],
  );
  if (kept?.seen) return { size: kept.seen.size, root: Buffer.from(kept.seen.root, 'hex') };
  const before = await formerCheckpoint(database.query);
  return before && openOwn(evidenceLog, before.checkpoint);
}

function reportOn({ verifier, depth }: CheckRun, { evidence, facts, sealed, objects, indexed }: Gathered): Report {
  const report = verifier.check(evidence, depth, facts, sealed);
  return withIndexProblems(report, indexProblems(objects, indexed));
}

/** What is kept of a check: no more than what a desk shows. */
export interface KeptReport extends Pick<Report, 'verdict' | 'gaps'> {
  readonly depth: Depth;
  /** The log by which it was checked; the next check asks for one that goes on from it. Absent where that was not found. */
  readonly seen?: { readonly size: number; readonly root: string };
  readonly findings: readonly Pick<Report['findings'][number], 'check' | 'state' | 'detail'>[];
}

export const isSameLog = ({ findings }: Report): boolean =>
  findings.some(({ check, state }) => check === 6 && state === 'ok');

function keptReport(report: Report, depth: Depth, seen: KeptReport['seen'] | null): KeptReport {
  const { verdict, gaps, findings } = report;
  return {
    ...(isSameLog(report) && seen && { seen }),
    depth,
    verdict,
    gaps,
    findings: findings.map(({ check, state, detail }) => ({ check, state, detail })),
  };
}

/** By what a check was made. */
interface CheckedBy {
  readonly depth: Depth;
  readonly checkpoint: Buffer | null;
}

/** Writes down what came of a check, for the operators' list and desk. */
export const noteVerdict = (deps: CheckingDependencies, report: Report, by: CheckedBy): Promise<void> =>
  noteVerdicts(deps, [report], by);

export async function noteVerdicts(
  { database, clock, evidenceLog }: CheckingDependencies,
  reports: readonly Report[],
  { depth, checkpoint }: CheckedBy,
): Promise<void> {
  if (reports.length === 0) return;
  const traces = reports.map(({ trace }) => trace);
  const head = checkpoint && reports.some(isSameLog) ? await openOwn(evidenceLog, checkpoint.toString()) : null;
  const seen = head && { size: head.size, root: Buffer.from(head.root).toString('hex') };
  const kept = reports.map((report) => JSON.stringify(keptReport(report, depth, seen)));
  // A verdict is nothing that the state of a recording hangs on: there is no word to be settled with it.
  await database.query(
    // What was seen stays known until a log was found that goes on from it.
    `update evidence_recordings r set verdict = given.verdict, checked_at = $5, noted_at = $5,
       report = coalesce(jsonb_set('{}', '{seen}', r.report -> 'seen'), '{}') || given.report::jsonb
     from unnest($1::smallint[], $2::text[], $3::text[], $4::text[]) as given(shard, trace, verdict, report)
     where r.shard = given.shard and r.trace = given.trace`,
    [
      ...[...givenTraces(traces), texts(reports.map(({ verdict }) => verdict))],
      ...[texts(kept), new Date(clock.now())],
    ],
  );
}

const PAGE = 256;

interface PlaceRow {
  readonly ended_at: number;
  readonly shard: number;
  readonly trace: string;
}

/** What was sealed since a moment, where one is given. */
const SINCE = `($1::timestamptz is null or exists (
  select 1 from evidence_objects o where o.shard = r.shard and o.trace = r.trace and o.sealed_at >= $1))`;

/** How many `sealedTraces` will name. */
export async function countSealed(query: Query, sinceMs: number | null): Promise<number> {
  const [row] = await query<{ count: bigint }>(`select count(*) from evidence_recordings r where ${SINCE}`, [
    sinceMs === null ? null : new Date(sinceMs),
  ]);
  return Number(row?.count ?? 0);
}

/**
 * Everything that was sealed, or what was sealed since a moment, page by page in the order in which it ended: what lies near each
 * other in time has stamps and files of the log in common.
 */
export async function* sealedTraces(query: Query, sinceMs: number | null): AsyncGenerator<string[]> {
  let last: PlaceRow | null = null;
  for (;;) {
    const rows: PlaceRow[] = await query<PlaceRow>(
      `select ended_at, shard, trace from evidence_recordings r
       where ($2::timestamptz is null or (ended_at >= $2 and (ended_at, shard, trace) > ($2, $3::smallint, $4::text)))
         and ${SINCE}
       order by ended_at, shard, trace limit $5`,
      [
        sinceMs === null ? null : new Date(sinceMs),
        ...[last && new Date(last.ended_at), last?.shard ?? null, last?.trace ?? null, PAGE],
      ],
    );
    if (rows.length > 0) yield rows.map(({ trace }) => trace);
    if (rows.length < PAGE) return;
    last = rows.at(-1) as PlaceRow;
  }
}
