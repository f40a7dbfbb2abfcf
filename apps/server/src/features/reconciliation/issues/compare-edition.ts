import { addDays, beijingDate } from '@huimin/domain/date';
import { consortiumOf } from '@huimin/domain/product';
import { compareIssue, type IssueTerms } from '@huimin/domain/reconciliation';
import {
  type Comparison,
  type FoundDifference,
  settleIssueDifferences,
  writeIssueDifferences,
} from './difference-store.ts';
import { type DueEdition, finishEdition, type IssueDay, leaseEdition } from './edition-store.ts';
import { importDueFile } from './import-file.ts';
import type { IssueDependencies } from './issue-deps.ts';
import { type PolicyPair, policyPairs } from './policy-pairs.ts';
import { endWhenSettled, tellOpened } from './tell-issues.ts';

/** Longer than a comparison of some millions of policies takes. */
const LEASE_MS = 30 * 60_000;
const AGAIN_AFTER_MS = 24 * 60 * 60_000;
/** An edition whose cover ended so long ago changes no more; a file or a person still has it compared. */
const DAYS_AFTER_COVER = 90;
/** For so many days the insurer's files need not have what happened here. */
const GRACE_DAYS = 3;

/** Reads a file that waits, or else compares an edition that is due. Returns 1 when there was something. */
export async function runIssueWork(deps: IssueDependencies): Promise<number> {
  if ((await importDueFile(deps)) > 0) return 1;
  const leasedAtMs = deps.clock.now();
  const due = await leaseEdition(deps.database.query, leasedAtMs, LEASE_MS);
  if (!due) return 0;
  await compareEdition(deps, due, leasedAtMs);
  return 1;
}

/** Compares all policies of an edition as both sides have them now. Done again it finds the same. */
async function compareEdition(deps: IssueDependencies, due: DueEdition, leasedAtMs: number): Promise<void> {
  const { database, editions, numbers, orderIds, clock } = deps;
  const { query } = database;
  const { edition_code: editionCode, latest_day: latestDay } = due;
  const document = editions.edition(editionCode)?.document;
  if (!document) throw new Error(`no edition ${editionCode}`);
  const terms: IssueTerms = {
    consortium: consortiumOf(document.insuranceCompany),
    latestDay,
    graceDays: GRACE_DAYS,
  };
  const comparison: Comparison = { editionCode, runId: orderIds.next(0), startedAtMs: leasedAtMs };
  const days = new Map<string, IssueDay>();
  for await (const pairs of policyPairs(query, editionCode)) {
    const found: FoundDifference[] = [];
    for (const pair of pairs) {
      const compared = compareIssue(pair.own, pair.insurer, terms);
      count(days, pair, compared);
      const policyNo = pair.policyNo ?? numbers.policyNo(pair.policyId ?? 0n);
      found.push(...compared.differences.map((difference) => ({ pair: { ...pair, policyNo }, difference })));
    }
    await writeIssueDifferences(query, comparison, found);
  }
  const opened = await settleIssueDifferences(query, comparison);
  const goesOn = beijingDate(clock.now()) <= addDays(document.invalidDate, DAYS_AFTER_COVER);
  await finishEdition(query, editionCode, {
    runId: comparison.runId,
    days: [...days.values()],
    leasedAtMs,
    finishedAtMs: clock.now(),
    nextAtMs: goesOn ? clock.now() + AGAIN_AFTER_MS : null,
  });
  if (opened > 0) await tellOpened(query, comparison, { latestDay, opened }, clock.now());
  else await endWhenSettled(query, editionCode, clock.now());
}

function count(days: Map<string, IssueDay>, pair: PolicyPair, compared: ReturnType<typeof compareIssue>): void {
  const sums = days.get(pair.day) ?? {
    day: pair.day,
    policies: 0,
    premium_fen: 0,
    insurer_policies: 0,
    insurer_fen: 0,
    shares: {},
    agreed: 0,
    waiting: 0,
    differing: 0,
  };
  days.set(pair.day, sums);
  if (pair.own) {
    sums.policies += 1;
    sums.premium_fen += pair.own.premiumFen;
  }
  if (pair.insurer) {
    sums.insurer_policies += 1;
    sums.insurer_fen += pair.insurer.premiumFen;
    for (const [name, fen] of Object.entries(pair.insurer.shares)) sums.shares[name] = (sums.shares[name] ?? 0) + fen;
  }
  if (compared.differences.length > 0) sums.differing += 1;
  else if (compared.isWaiting) sums.waiting += 1;
  else sums.agreed += 1;
}
