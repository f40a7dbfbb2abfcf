import { type Depth, type EvidenceVerifier, evidenceVerifier, type Report, type Trust } from '@huimin/evidence/verify';
import type { Query } from '../../../db/database.ts';
import { settleState } from '../sealing/list-row.ts';
import { shardOf } from '../sealing/sealing-store.ts';
import { indexProblems, withIndexProblems } from './compare-index.ts';
import { beginRun, type CheckingDependencies, type CheckRun, gather } from './gather.ts';

/** The last checkpoint that a verifier saw; it keeps it where the checked cannot change it. */
export interface SeenCheckpoint {
  readonly size: number;
  readonly root: Uint8Array;
}

export interface Checker {
  /** Null where nothing of the recording is sealed. */
  check(trace: string): Promise<Report | null>;
  /** What was checked against, to be kept for the next time. */
  readonly checkpoint: Buffer | null;
}

/** Checks recordings of the house against database, store and log, all by the same checkpoint. */
export async function createChecker(
  deps: CheckingDependencies,
  depth: Depth,
  lastSeen: SeenCheckpoint | null,
): Promise<Checker> {
  const run = await beginRun(deps, depth);
  const verifier = evidenceVerifier(await trustOf(run, lastSeen));
  return { checkpoint: run.checkpoint, check: (trace) => checkOne(run, verifier, trace) };
}

/** Whose word is believed when the house checks what is its own. */
export async function ownTrust({ evidenceLog, clock, stampRoots }: CheckingDependencies): Promise<Trust> {
  const { signer, secondLine } = evidenceLog;
  const log = await evidenceLog.key();
  const second = secondLine?.key(log.name) ?? null;
  return { signing: signer, log, secondLine: second, keysAreOwn: true, stampRoots, now: clock.now(), lastSeen: null };
}

async function trustOf({ deps, proofs }: CheckRun, lastSeen: SeenCheckpoint | null): Promise<Trust> {
  return {
    ...(await ownTrust(deps)),
    // A log that has become shorter has no proof to show: an empty one fails.
    lastSeen: lastSeen && {
      ...lastSeen,
      consistency: lastSeen.size <= proofs.size ? await proofs.consistency(lastSeen.size) : [],
    },
  };
}

async function checkOne(run: CheckRun, verifier: EvidenceVerifier, trace: string): Promise<Report | null> {
  const gathered = await gather(run, trace);
  if (gathered === null) return null;
  const report = verifier.check(gathered.evidence, run.depth, gathered.facts);
  const { query } = run.deps.database;
  return withIndexProblems(report, await indexProblems(query, gathered.objects, run.depth !== 'shallow'));
}

/** What is kept of a check: no more than what a desk shows. */
export interface KeptReport extends Pick<Report, 'verdict' | 'gaps'> {
  readonly depth: Depth;
  readonly findings: readonly Pick<Report['findings'][number], 'check' | 'state' | 'detail'>[];
}

/** Writes down what came of a check, for the operators' list and desk. */
export async function noteVerdict(
  { database, clock }: CheckingDependencies,
  report: Report,
  depth: Depth,
): Promise<void> {
  const { trace, verdict, findings, gaps } = report;
  const shard = shardOf(trace);
  const kept: KeptReport = {
    depth,
    verdict,
    gaps,
    findings: findings.map(({ check, state, detail }) => ({ check, state, detail })),
  };
  await database.transaction(async (query) => {
    await query(
      `update evidence_recordings set verdict = $3, checked_at = $4, report = $5 where shard = $1 and trace = $2`,
      [shard, trace, verdict, new Date(clock.now()), JSON.stringify(kept)],
    );
    await settleState(query, shard, trace);
  });
}

const PAGE = 500;

/** Everything that was sealed, or what was sealed since a moment. */
export async function* sealedTraces(query: Query, sinceMs: number | null): AsyncGenerator<string> {
  let last = { shard: -1, trace: '' };
  for (;;) {
    const rows = await query<{ shard: number; trace: string }>(
      `select shard, trace from evidence_recordings r
       where (shard, trace) > ($1::smallint, $2) and ($3::timestamptz is null or exists (
         select 1 from evidence_objects o where o.shard = r.shard and o.trace = r.trace and o.sealed_at >= $3))
       order by shard, trace limit $4`,
      [last.shard, last.trace, sinceMs === null ? null : new Date(sinceMs), PAGE],
    );
    for (const { trace } of rows) yield trace;
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = end;
  }
}
