import { StoreUnavailable } from '../../../ports/object-store.ts';
import {
  chunksOfRecording,
  keysOrWhy,
  recordingByTrace,
  recordOrdersOf,
  recordWithoutPage,
} from '../../recording/index.ts';
import { capturedPlaces } from './captured.ts';
import { contractOf, firstRetention, ordersIn } from './recorded-order.ts';
import { NotYet, type SealingDependencies, sealPlan, Unopened } from './seal-recording.ts';
import {
  leasePlan,
  notePlanProblem,
  type ObjectPlan,
  type PlanLimits,
  planObject,
  plansUnderWay,
  type QuietRecording,
  quietRecordings,
} from './sealing-store.ts';

/** After so long without a batch nobody goes on with a recording. */
export const QUIET_MS = 30 * 60_000;
/** Who goes on and on cannot keep a sale from being sealed. */
export const OPEN_MS = 6 * 3_600_000;
const MOST_AT_ONCE = 50;
const MOST_WITHOUT_PAGE = 200;
const LEASE_MS = 5 * 60_000;
const AGAIN_MS = 10 * 60_000;
/** So many of them never keep the others from being ended. */
const UNOPENED_AGAIN_MS = 3_600_000;
/** What one object holds at most; the rest follows as an addendum. */
const MOST_CHUNKS = 10_000;
const MOST_BYTES = 64 * 1_048_576;

type Due = Pick<PlanLimits, 'quietBefore' | 'waitingBefore'>;

/** One round: what was begun is ended, orders without a page get a recording, then what has become quiet is begun. Answers how many objects were sealed. */
export async function sealDue(deps: SealingDependencies): Promise<number> {
  const { clock, database } = deps;
  let sealed = 0;
  for (const plan of await plansUnderWay(database.query, new Date(clock.now()), MOST_AT_ONCE)) {
    if (await work(deps, plan)) sealed += 1;
  }
  const quietBefore = new Date(clock.now() - QUIET_MS);
  const due = { quietBefore, waitingBefore: new Date(clock.now() - OPEN_MS) };
  await recordWithoutPage(deps.recordings, quietBefore, MOST_WITHOUT_PAGE);
  let begun = 0;
  for await (const trace of openableQuiet(deps, due)) {
    begun += 1;
    if (begun > MOST_AT_ONCE) break;
    const plan = await begin(deps, trace, due);
    if (plan && (await work(deps, plan))) sealed += 1;
  }
  return sealed;
}

/**
 * What a manifest can be made of. The others wait, as long as it takes: what the log has captured of them stays, who looks at one
 * is told why, and nobody waits behind them.
 */
async function* openableQuiet({ database, recordings }: SealingDependencies, due: Due): AsyncGenerator<string> {
  let last: QuietRecording | null = null;
  for (;;) {
    const page: QuietRecording[] = await quietRecordings(database.query, due, MOST_AT_ONCE, last);
    for (const recording of page) {
      const { why } = await keysOrWhy(() => recordings.keysOf(recording));
      if (why === null) yield recording.trace;
    }
    last = page.at(-1) ?? null;
    if (page.length < MOST_AT_ONCE) return;
  }
}

/** Plans the next object of a recording once all that happened to its orders is in it and the log has captured all of it. */
async function begin(deps: SealingDependencies, trace: string, due: Due): Promise<ObjectPlan | null> {
  const { clock, database } = deps;
  // A payment or a policy that is not told in it yet is added first; then it is not quiet, and sealed half an hour later.
  await recordOrdersOf(deps.recordings, trace);
  const recording = await recordingByTrace(database.query, trace);
  if (!recording) return null;
  const waiting = (await chunksOfRecording(database.query, trace)).filter(
    ({ addendum, received_at: at }) => addendum === null && at <= due.quietBefore.getTime(),
  );
  if ((await capturedPlaces(database.query, waiting)) === null) return null;
  const orders = await ordersIn(deps, trace);
  const facts = { recordedAtMs: recording.last_received_at, contract: contractOf(deps, orders) };
  const retention = firstRetention(facts, deps.retentionNumbers);
  const now = new Date(clock.now());
  return planObject(database, trace, retention, { ...due, now, mostChunks: MOST_CHUNKS, mostBytes: MOST_BYTES });
}

async function work(deps: SealingDependencies, plan: ObjectPlan): Promise<boolean> {
  const { clock, database, log } = deps;
  const nowMs = clock.now();
  if (!(await leasePlan(database.query, plan, new Date(nowMs), new Date(nowMs + LEASE_MS)))) return false;
  try {
    await sealPlan(deps, plan);
    return true;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const isPassing = error instanceof NotYet || error instanceof StoreUnavailable;
    const isUnopened = error instanceof Unopened;
    if (!isPassing)
      log[isUnopened ? 'warn' : 'error'](
        { trace: plan.trace, addendum: plan.addendum, problem },
        'a recording could not be sealed',
      );
    const againMs = isPassing ? 60_000 : isUnopened ? UNOPENED_AGAIN_MS : AGAIN_MS;
    await notePlanProblem(database.query, plan, problem, new Date(clock.now() + againMs));
    return false;
  }
}
