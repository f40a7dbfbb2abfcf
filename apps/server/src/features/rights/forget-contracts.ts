import { endAlert, raiseAlert } from '../payment/index.ts';
import { pastClaimViewers } from './forget-claim-viewers.ts';
import { pastClaims } from './forget-claims.ts';
import { pastComplaints } from './forget-complaints.ts';
import { pastOrders } from './forget-orders.ts';
import type { Forgetting, ForgettingDependencies } from './forgetting-deps.ts';

/** Read at once, by their key from the first to the last; how many such steps one run of the job takes of each kind. */
const AT_ONCE = 1_000;
const STEPS = 20;
const MOST_FAILED = 50;

/**
 * Takes the people out of what is over: contracts, claims and complaints, each when its own time is. Safe to repeat, and on several
 * servers at once. Answers how many were done.
 */
export function contractForgetter(deps: ForgettingDependencies): () => Promise<number> {
  const walks = [
    walk(deps, pastOrders(deps)),
    walk(deps, pastClaims(deps)),
    walk(deps, pastClaimViewers(deps)),
    walk(deps, pastComplaints(deps)),
  ];
  return async () => {
    if (!deps.erases) return 0;
    let forgotten = 0;
    for (const go of walks) forgotten += await go();
    if (forgotten > 0) deps.log.info({ forgotten }, 'people of past contracts forgotten');
    return forgotten;
  };
}

/** Goes on where the run before ended. */
function walk<Place, Due>(deps: ForgettingDependencies, kind: Forgetting<Place, Due>): () => Promise<number> {
  let from = kind.first;
  return async () => {
    let [forgotten, failed] = [0, 0];
    for (let step = 0; step < STEPS; step++) {
      const { due, last } = await kind.next(from, AT_ONCE);
      for (const one of due) {
        if (await tried(deps, kind, one)) forgotten += 1;
        else failed += 1;
        // So many are not theirs: the run ends as failed, and the next one goes on here.
        if (failed >= MOST_FAILED) throw new Error(`${failed} of what is past could not be forgotten: ${kind.what}`);
      }
      // After the last one it begins anew: what was held meanwhile may be free.
      from = last ?? kind.first;
      if (last === null) break;
    }
    return forgotten;
  };
}

/**
 * Whether it is done. What fails holds nothing up: it is told, and tried again when the walk comes by; once it is done the alert
 * ends by itself.
 */
async function tried<Place, Due>(
  { database, log, clock }: ForgettingDependencies,
  kind: Forgetting<Place, Due>,
  one: Due,
): Promise<boolean> {
  const name = kind.nameOf(one);
  const alert = { kind: 'forgetting-failed', subject: `${kind.what} ${name}` } as const;
  try {
    await database.transaction(async (query) => {
      await kind.forget(query, one);
      await endAlert(query, alert, '已经销毁，提醒自动消掉', clock.now());
    });
    return true;
  } catch (error) {
    log.error(
      { what: kind.what, name, error: (error as Error).message },
      'people of the past not forgotten; tried again',
    );
    const { orderId = null, shard = null } = kind.orderOf?.(one) ?? {};
    await raiseAlert(database.query, { ...alert, orderId, shard, details: {} }, clock.now());
    return false;
  }
}
