import { numberOfRound } from '@huimin/domain/refund';
import type { Chance } from './chance.ts';
import { SPOILT_BILLS, spoiltBills } from './faults.ts';
import { Violation, type World } from './world.ts';

/** A refund that did not come through. */
export interface StuckThere {
  readonly refundNo: string;
  readonly currentNo: string;
  readonly state: 'CLOSED' | 'ABNORMAL' | 'CREATED';
  /** Nothing sends it, because somebody said that it was paid by hand. */
  readonly isHeld: boolean;
  /** What waits for a second person about it. */
  readonly waiting: { readonly approvalNo: string; readonly kind: 'hand-payout' | 'hand-release' } | null;
  /** Two have agreed that it was, and the job has not recorded it yet. */
  readonly isAgreed: boolean;
}

/** A refund that a person paid. */
export interface HandPayout {
  readonly refundNo: string;
  readonly currentNo: string;
  readonly amountFen: number;
}

/** What was paid by hand: the only book of it. */
export async function handPayouts(world: World): Promise<readonly HandPayout[]> {
  const rows = await read<{ refund_no: string; round: number; amount_fen: number }>(
    world,
    `select r.refund_no, r.round, r.amount_fen from refund_hand_payouts h
     join refunds r on r.shard = h.shard and r.id = h.refund_id order by h.recorded_at desc, h.refund_id`,
  );
  return rows.map((row) => ({
    refundNo: row.refund_no,
    currentNo: numberOfRound(row.refund_no, row.round),
    amountFen: row.amount_fen,
  }));
}

/** What waits for a person, or is sent again by itself later; the oldest first. */
export async function stuckRefunds(world: World): Promise<readonly StuckThere[]> {
  const rows = await read<{
    refund_no: string;
    round: number;
    state: StuckThere['state'];
    held: boolean;
    agreed: boolean;
  }>(
    world,
    `select refund_no, round, state, hand_asked_until is not null as held, exists (select from hand_payout_requests h
         where h.shard = r.shard and h.refund_id = r.id and h.state = 'agreed') as agreed
     from refunds r
     where state in ('ABNORMAL', 'CLOSED') or (state = 'CREATED' and (refusal is not null or hand_asked_until is not null))
     order by created_at, id`,
  );
  const approvals = await read<{ id: number; kind: 'hand-payout' | 'hand-release'; subject: string }>(
    world,
    `select id, kind, subject from staff_approvals where status = 'waiting' and kind like 'hand-%' order by id`,
  );
  return rows.map((row) => {
    const approval = approvals.find(({ subject }) => ownNumber(subject) === row.refund_no);
    return {
      ...{ refundNo: row.refund_no, currentNo: numberOfRound(row.refund_no, row.round), state: row.state },
      ...{ isHeld: row.held, isAgreed: row.agreed },
      waiting: approval ? { approvalNo: String(approval.id), kind: approval.kind } : null,
    };
  });
}

/** A refund's own number, the same under whichever number its provider has it. */
export const ownNumber = (number: string): string => number.replace(/T\d\d$/, '');

/** Of a refund, under whichever number its provider has it. */
function numbersThere(world: World, refundNo: string): string[] {
  const all = world.sides.flatMap((side) => side.refunds().map(({ number }) => number));
  return all.filter((number) => ownNumber(number) === refundNo);
}

/** From now on the shop sends its provider nothing of this refund. What stands still in the middle may have been about to. */
export function noteHeld(world: World, refundNo: string): void {
  if (world.gate.parked().length > 0 || world.heldForHand.has(refundNo)) return;
  world.heldForHand.set(refundNo, new Set(numbersThere(world, refundNo)));
}

/** At every moment: what somebody said was paid by hand is not sent, until two say that it was not. */
export function checkHeld(world: World): void {
  for (const [refundNo, before] of world.heldForHand) {
    const sent = numbersThere(world, refundNo).find((number) => !before.has(number));
    if (sent !== undefined) throw new Violation(`${sent} was sent while people say that ${refundNo} was paid by hand`);
  }
}

interface Run {
  readonly id: bigint;
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
  let balance = await trialBalance(world);
  // What a crash left without posting is found by the sweep, which looks at every bucket once an hour.
  if (balance.facts.waiting + balance.facts.overdue > 0) {
    await runUntilDone(world, 'ledger', SWEEPS);
    balance = await trialBalance(world);
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
  await checkHandPayouts(world);
  await checkBills(world, chance);
}

/** What left the house by hand is recorded once; or its provider gave the money back as well, and the operators are told. */
async function checkHandPayouts(world: World): Promise<void> {
  const rows = await read<{ refund_no: string; by_hand: boolean; records: number; told: boolean; unsettled: boolean }>(
    world,
    `select r.refund_no, r.by_hand,
       (select count(*)::integer from refund_hand_payouts p where p.shard = r.shard and p.refund_id = r.id) as records,
       exists (select from operator_alerts a where a.kind = 'refund-twice' and a.order_id = r.order_id
         and a.details->>'refundNo' like r.refund_no || '%') as told,
       exists (select from hand_payout_requests h where h.shard = r.shard and h.refund_id = r.id
         and h.state <> 'done' and h.released_at is null) as unsettled
     from refunds r order by r.refund_no`,
  );
  for (const { refund_no: refundNo, by_hand: byHand, records, told, unsettled } of rows) {
    const isPaid = world.paidByHand.has(refundNo);
    const shown = `${refundNo} (${byHand ? 'recorded' : 'not recorded'} as paid by hand, ${isPaid ? 'and it was' : 'and it was not'})`;
    if (records !== (byHand ? 1 : 0)) throw new Violation(`${shown}: ${records} records`);
    if (byHand && !isPaid) throw new Violation(`${shown}: nobody should have agreed`);
    if (isPaid && !byHand && !told) throw new Violation(`${shown}: the money left twice, and nobody is told`);
    if (!byHand && unsettled && !told) throw new Violation(`${shown}: said to be paid, given back, and nobody is told`);
  }
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
    const { code, message } = await world.patiently('bills again', (server) =>
      server.askConsole('fetchBillsAgain', { day: run.day }),
    );
    if (code !== 200000) throw new Violation(`${run.day}: its bills are not fetched again: ${message}`);
    await runUntilDone(world, 'reconciliation', SWEEPS);
  }
  const open = (await runs(world)).filter((run) => run.open > 0);
  if (open.length > 0) {
    throw new Violation(
      `bills do not agree: ${open.map((run) => `${run.provider} ${run.day}, ${run.open} open`).join('; ')}`,
    );
  }
}

function runs(world: World): Promise<readonly Run[]> {
  return read<Run>(
    world,
    `select r.id, r.provider, r.day, r.summary, (select count(*)::integer from reconciliation_differences d
       where d.provider = r.provider and d.day = r.day and d.state in ('open', 'waiting')) as open
     from reconciliation_runs r order by r.day desc, r.id desc`,
  );
}

/** The books themselves, as a person at the shop reads them. */
function read<Row extends object>(world: World, text: string): Promise<Row[]> {
  return world.patiently('books', (server) => server.query<Row>(text));
}

const trialBalance = (world: World) => world.patiently('trial balance', (server) => server.trialBalance());

async function runUntilDone(world: World, job: string, most: number): Promise<void> {
  for (let round = 0; round < most; round++) {
    // Bills are packed and unpacked, which passes no gate.
    if ((await world.patiently(job, (server) => server.runJob(job))) === 0) return;
  }
}
