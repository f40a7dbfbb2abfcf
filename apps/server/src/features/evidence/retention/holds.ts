import { ERASURE_CLAIM } from '@huimin/domain/evidence';
import type { Query } from '../../../db/database.ts';
import type { CheckingDependencies } from '../checking/check-run.ts';
import { settleState } from '../sealing/list-row.ts';
import { objectsOf, shardOf } from '../sealing/sealing-store.ts';
import { type KeptRecording, keptRecording } from './kept-recordings.ts';

/** Who decided it, by staff number, and why. */
export interface Decision {
  readonly by: string;
  readonly reason: string;
  /** What else is written down with it, or not at all. */
  readonly beside?: (query: Query) => Promise<void>;
}

export type Decided = 'done' | 'as-it-was' | 'absent' | 'erased';

/**
 * A court or an authority wants it kept, whatever the rules say: the store itself refuses to delete. The row comes first: it
 * decides between a hold and a destruction that begin in the same moment. Said again, the store is told again too.
 */
export async function holdRecording(deps: CheckingDependencies, trace: string, decision: Decision): Promise<Decided> {
  return decide(deps, trace, async (recording) => {
    const isNew = recording.held_at === null;
    if (isNew && !(await change(deps, recording, 'held_at = $3, due_at = null', decision, 'hold'))) return 'erased';
    for (const { name } of await objectsOf(deps.database.query, trace)) await deps.store.hold(name, true);
    return isNew ? 'done' : 'as-it-was';
  });
}

export async function releaseRecording(
  deps: CheckingDependencies,
  trace: string,
  decision: Decision,
): Promise<Decided> {
  return decide(deps, trace, async (recording) => {
    if (recording.held_at === null) return 'as-it-was';
    await change(deps, recording, 'held_at = null, release_agreed = null, look_at = $3', decision, 'release');
    for (const { name } of await objectsOf(deps.database.query, trace)) await deps.store.hold(name, false);
    return 'done';
  });
}

/** Somebody claims erasure before the time is over: from now on it is kept and nothing else is done with it. */
export async function restrictRecording(
  deps: CheckingDependencies,
  trace: string,
  why: string | null = null,
): Promise<Decided> {
  return decide(deps, trace, async (recording) => {
    if (recording.restricted_at !== null || ERASURE_CLAIM[recording.state] === 'none') return 'as-it-was';
    await change(deps, recording, 'restricted_at = $3, restricted_why = $4', null, null, undefined, [why]);
    return 'done';
  });
}

/** A dispute over the sale; the same number again changes nothing. */
export async function beginDispute(
  deps: CheckingDependencies,
  trace: string,
  disputeNo: string,
  decision: Decision & {
    /** When it began; absent: now. */
    readonly beganAtMs?: number;
  },
): Promise<Decided> {
  return decide(deps, trace, async (recording) => {
    const { reason, by, beside, beganAtMs = deps.clock.now() } = decision;
    const added = await deps.database.query(
      `insert into evidence_disputes (shard, trace, dispute_no, reason, noted_by, began_at) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing returning 1 as added`,
      [recording.shard, trace, disputeNo, reason, by, new Date(beganAtMs)],
    );
    await change(deps, recording, 'look_at = $3', null, null, beside);
    return added.length > 0 ? 'done' : 'as-it-was';
  });
}

export async function endDispute(
  deps: CheckingDependencies,
  trace: string,
  disputeNo: string,
  beside?: Decision['beside'],
): Promise<Decided> {
  return decide(deps, trace, async (recording) => {
    const ended = await deps.database.query(
      `update evidence_disputes set ended_at = $4 where shard = $1 and trace = $2 and dispute_no = $3 and ended_at is null
       returning 1 as ended`,
      [recording.shard, trace, disputeNo, new Date(deps.clock.now())],
    );
    await change(deps, recording, 'look_at = $3', null, null, beside);
    return ended.length > 0 ? 'done' : 'as-it-was';
  });
}

/** What two people agreed to about the release of a recording, and is to be done. */
interface AgreedRelease {
  readonly by: string;
  readonly reason: string;
}

/** Writes down that two people agreed to a release; what it needs outside the database is done by a job. False: it is not held. */
export async function agreeRelease(query: Query, trace: string, agreed: AgreedRelease): Promise<boolean> {
  const written = await query(
    `update evidence_recordings set release_agreed = $3 where shard = $1 and trace = $2 and held_at is not null
     returning 1 as written`,
    [shardOf(trace), trace, JSON.stringify(agreed)],
  );
  return written.length > 0;
}

const AT_ONCE = 20;

/** Releases what two people agreed to. Answers how many. */
export async function doAgreedReleases(deps: CheckingDependencies): Promise<number> {
  const rows = await deps.database.query<{ trace: string; release_agreed: AgreedRelease }>(
    `select trace, release_agreed from evidence_recordings where release_agreed is not null limit ${AT_ONCE}`,
  );
  for (const { trace, release_agreed: agreed } of rows) await releaseRecording(deps, trace, agreed);
  return rows.length;
}

async function decide(
  { database }: CheckingDependencies,
  trace: string,
  work: (recording: KeptRecording) => Promise<Decided>,
): Promise<Decided> {
  const recording = await keptRecording(database.query, trace);
  if (!recording) return 'absent';
  return recording.erased_at === null ? work(recording) : 'erased';
}

/** Row, its word and the log's entry in one transaction. False: a hold that comes when the destruction has begun, and changes nothing. */
async function change(
  { clock, database, evidenceLog }: CheckingDependencies,
  { shard, trace }: KeptRecording,
  set: string,
  decision: Decision | null,
  type: 'hold' | 'release' | null,
  beside = decision?.beside,
  more: readonly (string | null)[] = [],
): Promise<boolean> {
  const at = clock.now();
  return database.transaction(async (query: Query) => {
    const changed = await query(
      `update evidence_recordings set ${set} where shard = $1 and trace = $2
         ${type === 'hold' ? 'and erasing_at is null' : ''} returning 1 as changed`,
      [shard, trace, new Date(at), ...more],
    );
    if (changed.length === 0) return false;
    await settleState(query, trace);
    await beside?.(query);
    if (decision === null || type === null) return true;
    const { by, reason } = decision;
    await evidenceLog.append(query, `${type} ${trace} ${at}`, { type, trace, by, reason, at });
    return true;
  });
}
