import { beijingDate } from '@huimin/domain/date';
import { pauseOfAll, pauseOfRegion } from '@huimin/domain/product';
import { lastChargeDay } from '@huimin/domain/withholding';
import type { ContractRow } from './contract-store.ts';
import { endRun } from './end-run.ts';
import { coverOrderOf, peopleOf, withoutCoverYet } from './run-people.ts';
import { planRunStep, type RunRow } from './run-store.ts';
import { codesOfYear } from './run-terms.ts';
import type { SigningDependencies } from './withholding-deps.ts';

/** Nobody waits for it in front of a phone, and as long as a sale stands still every year that is due is looked at anew. */
const LOOK_AGAIN_MS = 30 * 60_000;

/**
 * Whether the sale stands still for this year: everywhere, or in the city of one of those who would be insured. Where nobody is
 * left it is not: that is as true when the sale goes on, and the payer is told it at once.
 */
export async function isStopped(deps: SigningDependencies, run: RunRow, contract: ContractRow): Promise<boolean> {
  const pauses = deps.editions.edition(run.edition_code)?.pauses ?? [];
  if (pauses.length === 0) return false;
  const { insured } = await peopleOf(deps, contract, await coverOrderOf(deps, contract));
  const people = await withoutCoverYet(deps, insured, codesOfYear(deps, run.edition_code));
  if (people.length === 0) return false;
  return pauseOfAll(pauses) !== null || people.some(({ regionCode }) => pauseOfRegion(pauses, regionCode) !== null);
}

/** Nothing is announced or taken meanwhile. Once its days are over the payer is told, and the contract stands for the next year. */
export async function waitForSale(deps: SigningDependencies, run: RunRow): Promise<void> {
  const nowMs = deps.clock.now();
  if (beijingDate(nowMs) <= lastChargeDay(run.due_on))
    return planRunStep(deps.database.query, run, nowMs + LOOK_AGAIN_MS);
  await endRun(deps, run, { event: 'NobodyLeft', note: '那几天暂停参保，没有扣费，也没有投保', tell: true });
}
