import { RECORDING_USE } from '@huimin/domain/evidence';
import { isDamage } from '@huimin/evidence/bytes';
import { readObject } from '@huimin/evidence/sealed';
import type { Report } from '@huimin/evidence/verify';
import { destroyKeys } from '../../recording/index.ts';
import { createChecker } from '../checking/check-recording.ts';
import type { CheckingDependencies } from '../checking/check-run.ts';
import { manifestName } from '../checking/gather.ts';
import { erasedKey } from '../checking/page-rows.ts';
import { settleState } from '../sealing/list-row.ts';
import { type ObjectPlan, objectsOf } from '../sealing/sealing-store.ts';
import { type KeptRecording, keptRecording } from './kept-recordings.ts';

export type Erasure = { readonly erased: true } | { readonly erased: false; readonly refusal: string };

/** The checks that say whether what is erased is what was sealed. A journey that was not walked keeps nobody's data longer. */
const OF_CONTENT: readonly number[] = [1, 2, 3, 4, 5, 6];

/**
 * Destroys what is over its time: first the objects, which the store itself may refuse, then both keys, and an entry of the log
 * says by which rule. The manifests stay, they hold nothing personal, so that the proofs stay whole. What does not pass its
 * check is not touched: somebody has to look at it first. May break off anywhere and be begun again.
 */
export async function eraseRecording(deps: CheckingDependencies, trace: string): Promise<Erasure> {
  const recording = await keptRecording(deps.database.query, trace);
  if (!recording) return refused('没有这份录像');
  const use = RECORDING_USE[recording.state];
  if (!use.mayBeErased) return refused(use.refusal);
  const refusal = recording.erasing_at === null ? await begin(deps, recording) : null;
  if (refusal !== null) return noteRefusal(deps, recording, refusal);
  const plans = await objectsOf(deps.database.query, trace);
  for (const [index, plan] of plans.entries()) {
    const kept = await removeObject(deps, plan);
    if (kept === null) continue;
    // Nothing of it is gone: it may still be held.
    if (index === 0) await takeBack(deps, recording);
    return noteRefusal(deps, recording, kept);
  }
  await end(deps, recording);
  return { erased: true };
}

const refused = (refusal: string): Erasure => ({ erased: false, refusal });

async function begin(deps: CheckingDependencies, { shard, trace }: KeptRecording): Promise<string | null> {
  const checker = await createChecker(deps, 'whole', null);
  const report = await checker.check(trace);
  const wrong = report && problemOf(report);
  if (!report || wrong) return `没有通过核验，不能销毁：${wrong || '没有封存'}`;
  // It may have been held while it was checked; from here on it is too late for that.
  const begun = await deps.database.query(
    `update evidence_recordings set erasing_at = $3 where shard = $1 and trace = $2 and held_at is null returning 1 as begun`,
    [shard, trace, new Date(deps.clock.now())],
  );
  return begun.length > 0 ? null : RECORDING_USE.held.refusal;
}

async function takeBack({ database }: CheckingDependencies, { shard, trace }: KeptRecording): Promise<void> {
  await database.query(`update evidence_recordings set erasing_at = null where shard = $1 and trace = $2`, [
    shard,
    trace,
  ]);
}

function problemOf({ findings }: Report): string | null {
  const failed = findings.find(
    ({ check, state, problems }) =>
      problems.some(({ weight }) => weight === 'altered') || (OF_CONTENT.includes(check) && state !== 'ok'),
  );
  return failed?.line ?? null;
}

/** Null when the object is gone; else why it is not. */
async function removeObject({ store }: CheckingDependencies, plan: ObjectPlan): Promise<string | null> {
  const bytes = await store.get(plan.name);
  if (bytes) {
    const object = readObject(bytes);
    if (isDamage(object)) return `没有通过核验，不能销毁：${plan.name} ${object.damage}`;
    await store.put(manifestName(plan.name), object.manifestBytes, { contentType: 'application/json' });
  }
  const removed = await store.remove(plan.name);
  if (removed !== 'locked') return null;
  // A hold that was taken back while the store could not be reached.
  await store.hold(plan.name, false);
  return (await store.remove(plan.name)) === 'locked' ? '存储仍在锁定期内，拒绝删除' : null;
}

async function end(deps: CheckingDependencies, { shard, trace, kept_rule: rule }: KeptRecording): Promise<void> {
  const at = deps.clock.now();
  await deps.database.transaction(async (query) => {
    await destroyKeys(query, trace);
    await query(
      `update evidence_recordings set erased_at = $3, erased_rule = $4, holder = null, refusal = null
       where shard = $1 and trace = $2`,
      [shard, trace, new Date(at), rule],
    );
    await settleState(query, trace);
    await deps.evidenceLog.append(query, erasedKey(trace), { type: 'erased', trace, rule, at });
  });
}

async function noteRefusal(
  { database, log }: CheckingDependencies,
  { shard, trace }: KeptRecording,
  refusal: string,
): Promise<Erasure> {
  log.error({ trace, refusal }, 'a recording over its time could not be erased');
  await database.query(`update evidence_recordings set refusal = $3 where shard = $1 and trace = $2`, [
    ...[shard, trace, refusal.slice(0, 300)],
  ]);
  return refused(refusal);
}
