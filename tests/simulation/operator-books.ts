import type { Chance } from './chance.ts';
import { SPOILT_BILLS, spoiltBills } from './faults.ts';
import { Violation, type World } from './world.ts';

export const OPERATOR_TOKEN = 'the-operator-of-the-simulated-shop';

/** How an operator's request reaches a server. */
export const OPERATOR = {
  headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  remoteAddress: '203.0.113.250',
} as const;

/** A refund that did not come through, as operators see it. */
export interface StuckThere {
  readonly currentNo: string;
  readonly state: 'CLOSED' | 'ABNORMAL' | 'CREATED';
}

/** A refund that a person paid, as operators see it. */
export interface HandPayout {
  readonly refundNo: string;
  readonly currentNo: string;
  readonly amountFen: number;
}

/** What was paid by hand: the only book of it. */
export async function handPayouts(world: World): Promise<readonly HandPayout[]> {
  return (await read<{ payouts: readonly HandPayout[] }>(world, '/refunds/paid-by-hand')).payouts;
}

/** The part of the trial balance that is compared with the providers. Amounts in fen. */
interface TrialBalance {
  readonly totalFen: number;
  readonly isRight: boolean;
  readonly facts: { readonly waiting: number; readonly overdue: number };
  readonly accounts: readonly { readonly account: string; readonly balanceFen: number }[];
  readonly clearing: readonly { readonly provider: string; readonly clearingFen: number }[];
}

interface Run {
  readonly id: string;
  readonly summary: { readonly book: { readonly payments: number } };
  readonly provider: string;
  readonly day: string;
  readonly open: number;
}

const DAY_MS = 24 * 3_600_000;
/** More than the bills of all providers and days that a story may last. */
const SWEEPS = 400;

/** The ledger adds up and agrees with every provider; a day later every bill that there is agrees with the books. */
export async function checkOperatorBooks(world: World, chance: Chance): Promise<void> {
  let balance = await read<TrialBalance>(world, '/ledger/trial-balance');
  // What a crash left without posting is found by the sweep, which looks at every bucket once an hour.
  if (balance.facts.waiting + balance.facts.overdue > 0) {
    await runUntilDone(world, 'ledger', SWEEPS);
    balance = await read<TrialBalance>(world, '/ledger/trial-balance');
  }
  const shown = JSON.stringify(balance);
  if (balance.totalFen !== 0) throw new Violation(`the ledger does not sum to zero: ${shown}`);
  if (!balance.isRight) throw new Violation(`the trial balance is not right: ${shown}`);
  const paidByHandFen = (await handPayouts(world)).reduce((sum, { amountFen }) => sum + amountFen, 0);
  const balanceOf = (name: string): number => balance.accounts.find(({ account }) => account === name)?.balanceFen ?? 0;
  if (balanceOf('bank') !== -paidByHandFen) throw new Violation(`${paidByHandFen} fen were paid by hand: ${shown}`);
  if (balanceOf('overpaid') !== 0) throw new Violation(`money went back twice: ${shown}`);
  for (const side of world.sides) {
    const paidFen = side.orders().reduce((sum, order) => sum + order.paidFen, 0);
    const doneFen = side.refunds().reduce((sum, refund) => sum + (refund.state === 'done' ? refund.fen : 0), 0);
    const bookedFen = balance.clearing.find(({ provider }) => provider === side.code)?.clearingFen ?? 0;
    if (bookedFen !== paidFen - doneFen) {
      throw new Violation(`${side.code} keeps ${paidFen - doneFen} fen, the ledger says ${bookedFen}`);
    }
  }
  await checkBills(world, chance);
}

/** A day later every bill is there, and the shop has compared it. */
export async function compareBills(world: World): Promise<void> {
  await world.pass(DAY_MS);
  await runUntilDone(world, 'reconciliation', SWEEPS);
}

/** True bills agree; one that tells something else has its differences listed until the true one comes. */
async function checkBills(world: World, chance: Chance): Promise<void> {
  const busy = world.sides.filter((side) => side.orders().some((order) => order.paidFen > 0));
  const spoilt = busy.length > 0 && chance.happens(0.3) ? chance.pick(busy) : null;
  const before = new Set((await runs(world)).map(({ id }) => id));
  const kind = chance.pick(SPOILT_BILLS);
  if (spoilt)
    for (const fault of spoiltBills(world.sandbox, spoilt.code, kind)) world.sandbox.control.faults.add(fault);
  await compareBills(world);
  const fresh = (await runs(world)).filter((run) => !before.has(run.id) && run.provider === spoilt?.code);
  // A day without movements has no row to spoil, and what is added to it is none of ours.
  const touched = fresh.filter((run) => run.summary.book.payments > 0);
  for (const run of touched) {
    if (run.open === 0) throw new Violation(`${run.provider} ${run.day}: ${kind} is not listed`);
  }
  world.sandbox.control.faults.remove();
  for (const run of fresh) {
    await askOperator(world, 'POST', `/reconciliation/days/${run.day}/run`);
    await runUntilDone(world, 'reconciliation', SWEEPS);
  }
  const open = (await runs(world)).filter((run) => run.open > 0);
  if (open.length > 0) {
    throw new Violation(
      `bills do not agree: ${open.map((run) => `${run.provider} ${run.day}, ${run.open} open`).join('; ')}`,
    );
  }
}

async function runs(world: World): Promise<readonly Run[]> {
  return (await read<{ runs: readonly Run[] }>(world, '/reconciliation/runs')).runs;
}

function read<T>(world: World, path: string): Promise<T> {
  return askOperator<T>(world, 'GET', path);
}

export async function askOperator<T>(world: World, method: 'GET' | 'POST', path: string): Promise<T> {
  const answer = await world.patiently(path, (server) =>
    server.fastify.inject({
      method,
      url: `/operator${path}`,
      ...OPERATOR,
    }),
  );
  if (answer.statusCode >= 300) throw new Violation(`${path}: answered ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

async function runUntilDone(world: World, job: string, most: number): Promise<void> {
  for (let round = 0; round < most; round++) {
    // Bills are packed and unpacked, which passes no gate.
    if ((await world.patiently(job, (server) => server.runJob(job))) === 0) return;
  }
}
