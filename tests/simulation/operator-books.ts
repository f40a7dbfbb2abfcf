import { Violation, type World } from './world.ts';

export const OPERATOR_TOKEN = 'the-operator-of-the-simulated-shop';

/** The part of the trial balance that is compared with the providers. Amounts in fen. */
interface TrialBalance {
  readonly totalFen: number;
  readonly isRight: boolean;
  readonly facts: { readonly waiting: number; readonly overdue: number };
  readonly clearing: readonly { readonly provider: string; readonly clearingFen: number }[];
}

interface Run {
  readonly provider: string;
  readonly day: string;
  readonly open: number;
}

const DAY_MS = 24 * 3_600_000;
const SWEEPS = 40;

/** The ledger adds up and agrees with every provider; a day later every bill that there is agrees with the books. */
export async function checkOperatorBooks(world: World): Promise<void> {
  let balance = await read<TrialBalance>(world, '/ledger/trial-balance');
  // What a crash left without posting is found by the sweep, which looks at every bucket once an hour.
  if (balance.facts.waiting + balance.facts.overdue > 0) {
    await runUntilDone(world, 'ledger', SWEEPS);
    balance = await read<TrialBalance>(world, '/ledger/trial-balance');
  }
  const shown = JSON.stringify(balance);
  if (balance.totalFen !== 0) throw new Violation(`the ledger does not sum to zero: ${shown}`);
  if (!balance.isRight) throw new Violation(`the trial balance is not right: ${shown}`);
  for (const side of world.sides) {
    const paidFen = side.orders().reduce((sum, order) => sum + order.paidFen, 0);
    const doneFen = side.refunds().reduce((sum, refund) => sum + (refund.state === 'done' ? refund.fen : 0), 0);
    const bookedFen = balance.clearing.find(({ provider }) => provider === side.code)?.clearingFen ?? 0;
    if (bookedFen !== paidFen - doneFen) {
      throw new Violation(`${side.code} keeps ${paidFen - doneFen} fen, the ledger says ${bookedFen}`);
    }
  }
  await world.pass(DAY_MS);
  await runUntilDone(world, 'reconciliation', SWEEPS);
  const { runs } = await read<{ runs: readonly Run[] }>(world, '/reconciliation/runs');
  const open = runs.filter((run) => run.open > 0);
  if (open.length > 0) {
    throw new Violation(
      `bills do not agree: ${open.map((run) => `${run.provider} ${run.day}, ${run.open} open`).join('; ')}`,
    );
  }
}

async function read<T>(world: World, path: string): Promise<T> {
  const answer = await world.patiently(path, (server) =>
    server.fastify.inject({
      url: `/operator${path}`,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      remoteAddress: '203.0.113.250',
    }),
  );
  if (answer.statusCode !== 200) throw new Violation(`${path}: answered ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

async function runUntilDone(world: World, job: string, most: number): Promise<void> {
  for (let round = 0; round < most; round++) {
    // Bills are packed and unpacked, which passes no gate.
    if ((await world.patiently(job, (server) => server.runJob(job))) === 0) return;
  }
}
