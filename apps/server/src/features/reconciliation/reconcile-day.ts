import { createHash } from 'node:crypto';
import { addDays } from '@huimin/domain/date';
import { type DifferenceLabel, explainDifference } from '@huimin/domain/reconciliation';
import type { BillResult } from '../../ports/payment-provider.ts';
import { type PaymentDependencies, raiseAlert } from '../payment/index.ts';
import { applyRules } from './apply-rules.ts';
import { latestBill, storeBill } from './bill-store.ts';
import type { BillDay } from './book-store.ts';
import { type ComparedBill, compareStored } from './compare-stored.ts';
import {
  billPauseMs,
  finishDay,
  isLongMissing,
  leaseDay,
  NOT_OFFERED,
  planDays,
  postponeDay,
  type WantedDay,
} from './day-store.ts';
import { differencesOf, type JudgedDifference, writeDifferences } from './difference-store.ts';
import { writeRun } from './run-store.ts';
import { syncSuspense } from './suspense.ts';
import { tellFetched, tellMissing, tellOpen } from './tell-day.ts';

/** Longer than a bill takes to come and all questions to be answered or to run into their time limits. */
const LEASE_MS = 15 * 60_000;

/**
 * Fetches one bill that is due and compares it with the books. Returns 1 when there was one, so that what was missed while
 * nothing ran is made up for at once.
 */
export async function reconcileDue(deps: PaymentDependencies): Promise<number> {
  const { query } = deps.database;
  const providers = [...deps.providers.keys()];
  const nowMs = deps.clock.now();
  await planDays(query, providers, nowMs);
  const wanted = await leaseDay(query, providers, nowMs, LEASE_MS);
  if (!wanted) return 0;
  await fetchAndCompare(deps, wanted, nowMs);
  return 1;
}

async function fetchAndCompare(deps: PaymentDependencies, wanted: WantedDay, leasedAtMs: number): Promise<void> {
  const { query } = deps.database;
  const { provider, day } = wanted;
  const result = await fetchBill(deps, provider, day);
  if (result.kind === 'missing') {
    return waitForBill(deps, wanted, result.problem);
  }
  await tellFetched(deps, { provider, day });
  await compareAndRepair(deps, { provider, day, version: result.version });
  await compareNeighbours(deps, provider, day);
  await finishDay(query, wanted, { version: result.version, leasedAtMs });
}

/** Tried again, ever more rarely; given up for a day without money, told to the operators for one with it. */
async function waitForBill(deps: PaymentDependencies, wanted: WantedDay, problem: string): Promise<void> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const nextTryAtMs = nowMs + billPauseMs(wanted.tries);
  if (problem === NOT_OFFERED && !(await hadMoney(deps, wanted))) return postponeDay(query, wanted, problem, null);
  if (!isLongMissing(wanted.day, nowMs)) return postponeDay(query, wanted, problem, nextTryAtMs);
  if (!(await hadMoney(deps, wanted))) return postponeDay(query, wanted, problem, null);
  const { provider, day } = wanted;
  await tellMissing(deps, { provider, day });
  await postponeDay(query, wanted, problem, nextTryAtMs);
}

async function hadMoney(deps: PaymentDependencies, day: Omit<BillDay, 'version'>): Promise<boolean> {
  const { summary } = await compareStored(deps.database.query, { ...day, version: 0 });
  return summary.book.payments + summary.book.refunds > 0;
}

type FetchedVersion =
  | { readonly kind: 'there'; readonly version: number }
  | { readonly kind: 'missing'; readonly problem: string };

async function fetchBill(deps: PaymentDependencies, provider: string, day: string): Promise<FetchedVersion> {
  const result = await downloadBill(deps, provider, day);
  if (result.kind === 'bill') {
    if (result.corrections) await tellCorrections(deps, provider, result);
    return { kind: 'there', version: await storeBill(deps, { ...result, provider }) };
  }
  const known = await latestBill(deps.database.query, provider, day);
  // What was there once is compared again although it cannot be fetched anew.
  if (known) return { kind: 'there', version: known.version };
  if (result.kind === 'not-ready') return { kind: 'missing', problem: 'not ready yet' };
  if (result.kind === 'not-offered') return { kind: 'missing', problem: NOT_OFFERED };
  if (result.kind === 'unknown') return { kind: 'missing', problem: result.message };
  // "There is no bill" is believed for a day on which we had no money either, or only what a neighbouring bill may hold.
  const { compared } = await compareStored(deps.database.query, { provider, day, version: 0 });
  if (compared.differences.some((difference) => difference.class !== 'cross-day')) {
    return { kind: 'missing', problem: 'no bill, but there was money' };
  }
  return { kind: 'there', version: await storeBill(deps, { ...NOTHING, provider, day }) };
}

/** Told once for each content of the bill. */
async function tellCorrections(
  deps: PaymentDependencies,
  provider: string,
  { day, sha1, corrections = 0 }: Extract<BillResult, { kind: 'bill' }>,
): Promise<void> {
  const details = { provider, day, rows: corrections };
  await raiseAlert(
    deps.database.query,
    { kind: 'bill-corrections', subject: `${provider} ${day} ${sha1}`, orderId: null, shard: null, details },
    deps.clock.now(),
  );
}

async function downloadBill(deps: PaymentDependencies, code: string, day: string): Promise<BillResult> {
  const provider = deps.providers.get(code);
  if (!provider) throw new Error(`no payment provider "${code}"`);
  try {
    return await provider.downloadBill(day);
  } catch (error) {
    deps.log.error({ provider: code, day, problem: String(error) }, 'bill could not be fetched');
    return { kind: 'unknown', message: 'fetching failed' };
  }
}

const NOTHING = { text: '', rows: [], sha1: createHash('sha1').update('').digest('hex') };

/** Differences are written before the provider is asked about them, and again with what it answered. */
async function compareAndRepair(deps: PaymentDependencies, bill: BillDay): Promise<void> {
  const startedAtMs = deps.clock.now();
  const { query } = deps.database;
  let found = await compareStored(query, bill);
  let judged: readonly JudgedDifference[] = judgedOf(found);
  await writeDifferences(query, bill, judged, startedAtMs);
  const ruled = await applyRules(deps, bill.provider, judged);
  judged = ruled.judged;
  if (ruled.repaired) {
    const known = new Map(judged.map((row) => [row.difference.key, row]));
    found = await compareStored(query, bill);
    judged = judgedOf(found).map((row) => {
      const { finding, advice } = labelOf(known, row);
      return { ...row, finding, advice };
    });
  }
  const finishedAtMs = deps.clock.now();
  await deps.database.transaction(async (inside) => {
    await writeDifferences(inside, bill, judged, finishedAtMs);
    await syncSuspense(inside, bill, finishedAtMs);
    await writeRun(inside, deps, bill, { startedAtMs, finishedAtMs, summary: found.summary });
  });
  await tellOpen(deps, bill);
}

function judgedOf({ compared, orderIdOf }: ComparedBill): JudgedDifference[] {
  return compared.differences.map((difference) => ({
    difference,
    orderId: orderIdOf((difference.bill ?? difference.book)?.merchantOrderNo ?? ''),
    ...explainDifference(difference),
  }));
}

/** What was found out before still holds for what differs in the same way. */
function labelOf(known: ReadonlyMap<string, JudgedDifference>, row: JudgedDifference): DifferenceLabel {
  const before = known.get(row.difference.key);
  return before?.difference.class === row.difference.class ? before : row;
}

/** What waited on either side of midnight for this bill. */
async function compareNeighbours(deps: PaymentDependencies, provider: string, day: string): Promise<void> {
  const { query } = deps.database;
  for (const neighbour of [addDays(day, -1), addDays(day, 1)]) {
    const waits = (await differencesOf(query, provider, neighbour)).some(({ state }) => state === 'waiting');
    const bill = waits ? await latestBill(query, provider, neighbour) : null;
    if (bill) await compareAndRepair(deps, { provider, day: neighbour, version: bill.version });
  }
}
