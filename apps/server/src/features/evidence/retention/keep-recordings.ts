import { type Retention, retentionOf } from '@huimin/domain/evidence';
import type { CheckingDependencies } from '../checking/check-run.ts';
import { settleState } from '../sealing/list-row.ts';
import { contractOf, disputesOf, ordersIn } from '../sealing/recorded-order.ts';
import { objectsOf } from '../sealing/sealing-store.ts';
import { eraseRecording } from './erase-recording.ts';
import { type KeptRecording, recordingsToLookAt } from './kept-recordings.ts';

export interface RetentionDependencies extends CheckingDependencies {
  /** False: nothing is destroyed, what is due is only marked. */
  readonly erases: boolean;
}

const MOST_AT_ONCE = 200;
const DAY_MS = 86_400_000;
/** What ends so far away is looked at less often; whatever changes it calls for a look of its own. */
const SOON_MS = 366 * DAY_MS;
const FAR_LOOK_MS = 30 * DAY_MS;
/** A dispute that goes on pushes the lock before it, in steps. */
const LOCK_STEP_MS = 30 * DAY_MS;

/**
 * One round of the daily look: how long is each recording kept by what is known today? A longer time goes to the store's lock and
 * into the log, a shorter one changes nothing; what is over its time is due, and erased where that is turned on. Safe to repeat.
 */
export async function keepRecordings(deps: RetentionDependencies): Promise<number> {
  const found = await recordingsToLookAt(deps.database.query, new Date(deps.clock.now()), MOST_AT_ONCE);
  for (const recording of found) {
    try {
      const isDue = await lookAt(deps, recording);
      if (isDue && deps.erases) await eraseRecording(deps, recording.trace);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      deps.log.error({ trace: recording.trace, problem }, 'the retention of a recording could not be looked at');
      await lookAgain(deps, recording, DAY_MS / 24);
    }
  }
  return found.length;
}

/** Works out anew how long a recording is kept; true when its time is over. */
export async function lookAt(deps: RetentionDependencies, recording: KeptRecording): Promise<boolean> {
  const { clock, database } = deps;
  const { shard, trace } = recording;
  const nowMs = clock.now();
  const retention = await retentionToday(deps, recording);
  const untilMs = lockUntil(retention, deps, nowMs);
  if (untilMs > recording.kept_until) await prolong(deps, recording, retention, untilMs);
  const keptUntil = Math.max(untilMs, recording.kept_until);
  const [open] = await database.query(
    `select 1 as open from recording_chunks where shard = $1 and trace = $2 and addendum is null limit 1`,
    [shard, trace],
  );
  const isDue = retention.untilMs !== null && keptUntil <= nowMs && recording.held_at === null && !open;
  await database.transaction(async (query) => {
    await query(
      `update evidence_recordings set due_at = case when $3 then coalesce(due_at, $4) end, look_at = $5
       where shard = $1 and trace = $2`,
      [shard, trace, isDue, new Date(nowMs), new Date(nowMs + (keptUntil - nowMs > SOON_MS ? FAR_LOOK_MS : DAY_MS))],
    );
    await settleState(query, trace);
  });
  return isDue;
}

async function retentionToday(
  deps: RetentionDependencies,
  { trace, ended_at: recordedAtMs }: KeptRecording,
): Promise<Retention> {
  const contract = contractOf(deps, await ordersIn(deps, trace));
  return retentionOf({ recordedAtMs, contract, disputes: await disputesOf(deps, trace) }, deps.retentionNumbers);
}

/** No store can be told of a dispute without an end: the lock reaches as far as if it ended today, and moves on with it. */
function lockUntil({ untilMs }: Retention, { retentionNumbers }: RetentionDependencies, nowMs: number): number {
  if (untilMs !== null) return untilMs;
  const asIfToday = nowMs + retentionNumbers.disputeYears * 366 * DAY_MS;
  return Math.ceil(asIfToday / LOCK_STEP_MS) * LOCK_STEP_MS;
}

async function prolong(
  deps: RetentionDependencies,
  { shard, trace }: KeptRecording,
  { class: kind, rule }: Retention,
  untilMs: number,
): Promise<void> {
  for (const { name } of await objectsOf(deps.database.query, trace)) await deps.store.retain(name, untilMs);
  await deps.database.transaction(async (query) => {
    await query(
      `update evidence_recordings set kept_class = $3, kept_until = $4, kept_rule = $5
       where shard = $1 and trace = $2 and kept_until < $4`,
      [shard, trace, kind, new Date(untilMs), rule],
    );
    const entry = { type: 'retention', trace, until: untilMs, rule } as const;
    await deps.evidenceLog.append(query, `retention ${trace} ${untilMs}`, entry);
  });
}

async function lookAgain({ clock, database }: RetentionDependencies, { shard, trace }: KeptRecording, inMs: number) {
  await database.query(`update evidence_recordings set look_at = $3 where shard = $1 and trace = $2`, [
    ...[shard, trace, new Date(clock.now() + inMs)],
  ]);
}
