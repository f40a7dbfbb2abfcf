import { hash } from 'node:crypto';
import type { Retention } from '@huimin/domain/evidence';
import { smallints, texts } from '../../../db/binary-array.ts';
import type { Database, Query } from '../../../db/database.ts';
import type { RecordingRow } from '../../recording/index.ts';

/** What is known of a recording when it is sealed. */
export interface ObjectPlan {
  readonly shard: number;
  readonly trace: string;
  readonly addendum: number;
  readonly step: 'planned' | 'stored' | 'sealed';
  readonly sealed_at: number;
  readonly kept_class: string;
  readonly kept_until: number;
  readonly kept_rule: string;
  readonly name: string;
  readonly sha256: Buffer | null;
  readonly bytes: number | null;
  readonly manifest_sha256: Buffer | null;
  readonly signature: Buffer | null;
}

const PLAN_COLUMNS = `shard, trace, addendum, step, sealed_at, kept_class, kept_until, kept_rule, name, sha256, bytes, manifest_sha256,
  signature`;

/** Where the rows of a recording lie, as `features/recording` says it. */
export const shardOf = (trace: string): number => hash('sha256', trace, 'buffer')[0] as number;

/** What opens a recording is asked for before anything else of it. */
export type QuietRecording = Pick<RecordingRow, 'trace' | 'kek' | 'keys_wrapped' | 'last_received_at'>;

/**
 * Recordings to which nothing was added since a moment and of which something is not sealed, and those of which something was waiting at an
 * earlier one already: the first ones behind `last`.
 */
export function quietRecordings(
  query: Query,
  { quietBefore, waitingBefore }: Pick<PlanLimits, 'quietBefore' | 'waitingBefore'>,
  limit: number,
  last: QuietRecording | null,
): Promise<QuietRecording[]> {
  return query<QuietRecording>(
    `select r.trace, r.kek, r.keys_wrapped, r.last_received_at from recordings r
     join (select shard, trace, min(received_at) as oldest_at from recording_chunks
       where addendum is null and received_at <= $1 group by shard, trace) c
       on c.shard = r.shard and c.trace = r.trace
     where (r.last_received_at <= $1 or c.oldest_at <= $5) and ($3::timestamptz is null or (r.last_received_at, r.trace) > ($3, $4::text))
     order by r.last_received_at, r.trace limit $2`,
    [quietBefore, limit, last && new Date(last.last_received_at), last?.trace ?? null, waitingBefore],
  );
}

/** What was begun and not ended, and nobody is at work on. */
export function plansUnderWay(query: Query, now: Date, limit: number): Promise<ObjectPlan[]> {
  return query<ObjectPlan>(
    `select ${PLAN_COLUMNS} from evidence_objects
     where step <> 'sealed' and (lease_until is null or lease_until <= $1) order by sealed_at limit $2`,
    [now, limit],
  );
}

export function objectsOf(query: Query, trace: string): Promise<ObjectPlan[]> {
  return objectsOfMany(query, [trace]);
}

/** Of each recording in the order of the addenda. */
export function objectsOfMany(query: Query, traces: readonly string[]): Promise<ObjectPlan[]> {
  return query<ObjectPlan>(
    `select ${PLAN_COLUMNS} from evidence_objects join ${GIVEN_TRACES} using (shard, trace) order by addendum`,
    givenTraces(traces),
  );
}

/** What is asked about an object that is sealed. */
export type SealedObjectRow = Pick<
  ObjectPlan,
  'trace' | 'addendum' | 'sealed_at' | 'kept_until' | 'name' | 'sha256' | 'bytes' | 'manifest_sha256' | 'signature'
>;

/** Of each recording in the order of the addenda. */
export function sealedObjectsOf(query: Query, traces: readonly string[]): Promise<SealedObjectRow[]> {
  return query<SealedObjectRow>(
    `select trace, addendum, sealed_at, kept_until, name, sha256, bytes, manifest_sha256, signature
     from evidence_objects join ${GIVEN_TRACES} using (shard, trace) where step = 'sealed' order by addendum`,
    givenTraces(traces),
  );
}

/** Recordings by their ids, as a table to be joined. */
export const GIVEN_TRACES = `unnest($1::smallint[], $2::text[]) as given(shard, trace)`;
export const givenTraces = (traces: readonly string[]): Buffer[] => {
  const known = given.get(traces);
  if (known) return known;
  const made = [smallints(traces.map(shardOf)), texts(traces)];
  given.set(traces, made);
  return made;
};
/** The same list is asked about in one table after the other. */
const given = new WeakMap<readonly string[], Buffer[]>();

/** Takes a plan for oneself; false when somebody else has it. What is done twice by chance is done alike. */
export async function leasePlan(query: Query, plan: ObjectPlan, now: Date, until: Date): Promise<boolean> {
  const taken = await query(
    `update evidence_objects set lease_until = $5, tries = tries + 1
     where shard = $1 and trace = $2 and addendum = $3 and step <> 'sealed' and (lease_until is null or lease_until <= $4)
     returning 1 as taken`,
    [plan.shard, plan.trace, plan.addendum, now, until],
  );
  return taken.length > 0;
}

export async function notePlanProblem(query: Query, plan: ObjectPlan, problem: string, again: Date): Promise<void> {
  await query(
    `update evidence_objects set problem = $4, lease_until = $5 where shard = $1 and trace = $2 and addendum = $3`,
    [plan.shard, plan.trace, plan.addendum, problem.slice(0, 300), again],
  );
}

export interface PlanLimits {
  readonly quietBefore: Date;
  /** What waited then already is sealed, although somebody goes on. */
  readonly waitingBefore: Date;
  readonly now: Date;
  readonly mostChunks: number;
  readonly mostBytes: number;
}

/**
 * Fixes which chunks go into the next object of a recording: from now on they belong to it, whatever comes in meanwhile.
 * Null when there is nothing to seal: somebody has gone on with it, or another server was faster.
 */
export function planObject(
  { transaction }: Database,
  trace: string,
  retention: Retention & { readonly untilMs: number },
  { quietBefore, waitingBefore, now, mostChunks, mostBytes }: PlanLimits,
): Promise<ObjectPlan | null> {
  const shard = shardOf(trace);
  return transaction(async (query) => {
    const [recording] = await query<{ sealed: number; last_received_at: number }>(
      `select sealed, last_received_at from recordings where shard = $1 and trace = $2 for update`,
      [shard, trace],
    );
    if (!recording) return null;
    if (recording.last_received_at > quietBefore.getTime()) {
      const overdue = await query(
        `select 1 as waits from recording_chunks where shard = $1 and trace = $2 and addendum is null and received_at <= $3 limit 1`,
        [shard, trace, waitingBefore],
      );
      if (overdue.length === 0) return null;
    }
    const addendum = recording.sealed;
    const taken = await query(
      `with waiting as (
         select sha256, row_number() over w as place, sum(length) over w as bytes
         from recording_chunks where shard = $1 and trace = $2 and addendum is null and received_at <= $6
         window w as (order by received_at, tab collate "C", seq, standing, sha256)
       )
       update recording_chunks c set addendum = $3 from waiting w
       where c.shard = $1 and c.trace = $2 and c.sha256 = w.sha256 and w.place <= $4 and (w.bytes <= $5 or w.place = 1)
       returning 1 as taken`,
      [shard, trace, addendum, mostChunks, mostBytes, quietBefore],
    );
    if (taken.length === 0) return null;
    await query(`update recordings set sealed = $3 where shard = $1 and trace = $2`, [shard, trace, addendum + 1]);
    const [plan] = await query<ObjectPlan>(
      `insert into evidence_objects (shard, trace, addendum, step, sealed_at, kept_class, kept_until, kept_rule, name)
       values ($1, $2, $3, 'planned', $4, $5, $6, $7, $8) returning ${PLAN_COLUMNS}`,
      [
        ...[shard, trace, addendum, now, retention.class, new Date(retention.untilMs)],
        ...[retention.rule, objectName(trace, addendum, now.getTime())],
      ],
    );
    return plan ?? null;
  });
}

/** `rec/2026/11/22/<trace>.rec`, an addendum `<trace>.1.rec`. */
function objectName(trace: string, addendum: number, sealedAtMs: number): string {
  const day = new Date(sealedAtMs).toISOString().slice(0, 10).replaceAll('-', '/');
  return `rec/${day}/${trace}${addendum === 0 ? '' : `.${addendum}`}.rec`;
}

export interface StoredObject {
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly manifestSha256: Buffer;
  readonly signature: Buffer;
}

export async function noteStored(query: Query, plan: ObjectPlan, stored: StoredObject): Promise<void> {
  await query(
    `update evidence_objects set step = 'stored', sha256 = $4, bytes = $5, manifest_sha256 = $6, signature = $7, problem = null
     where shard = $1 and trace = $2 and addendum = $3 and step = 'planned'`,
    [
      ...[plan.shard, plan.trace, plan.addendum],
      ...[stored.sha256, stored.bytes, stored.manifestSha256, stored.signature],
    ],
  );
}

/** Whether it was this call that ended it. */
export async function noteSealed(query: Query, plan: ObjectPlan): Promise<boolean> {
  const ended = await query(
    `update evidence_objects set step = 'sealed', lease_until = null, problem = null
     where shard = $1 and trace = $2 and addendum = $3 and step = 'stored' returning 1 as ended`,
    [plan.shard, plan.trace, plan.addendum],
  );
  return ended.length > 0;
}
