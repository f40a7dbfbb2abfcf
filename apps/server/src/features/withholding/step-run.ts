import { beijingDate, nextInHours } from '@huimin/domain/date';
import {
  BOOKING_HOURS,
  bookingDay,
  chargeDayAfterBooking,
  DEDUCTION_HOURS,
  lastChargeDay,
  STANDING_CONTRACT,
} from '@huimin/domain/withholding';
import { inParallel } from '../../coordination/in-parallel.ts';
import { chargeRun } from './charge-run.ts';
import { type ContractRow, contractById, lockContract, moveContractIn, planAsk } from './contract-store.ts';
import { endRun } from './end-run.ts';
import { messagesOf } from './message-store.ts';
import { coverOrderOf, peopleOf, withoutCoverYet } from './run-people.ts';
import { leaseRuns, moveRun, planRunStep, type RunRow } from './run-store.ts';
import { codesOfYear } from './run-terms.ts';
import { isStopped, waitForSale } from './stopped-run.ts';
import type { SigningDependencies } from './withholding-deps.ts';

const MINUTE_MS = 60_000;
const PACE = { perRound: 50, width: 3 };
/** While residents stand in line. Never none: who was told of a day is charged on it. */
const GIVING_WAY: typeof PACE = { perRound: 5, width: 1 };
/** Longer than a charge can take to hand over. */
const LEASE_MS = 2 * MINUTE_MS;
const ANNOUNCE_AGAIN_MS = 10 * MINUTE_MS;
const TELL_FIRST_MS = 60 * MINUTE_MS;

/** Goes on with every year whose next step is due. Returns how many were worked on. */
export async function stepDueRuns(deps: SigningDependencies): Promise<number> {
  const pace = (await deps.residentsWait()) ? GIVING_WAY : PACE;
  const leased = await leaseRuns(deps.database.query, deps.clock.now(), LEASE_MS, pace.perRound);
  await inParallel(
    leased,
    pace.width,
    (run) => stepRun(deps, run),
    (run, error) => deps.log.error({ run: String(run.id), problem: String(error) }, 'year not gone on with'),
  );
  // Zero: the next round comes by itself, not at once.
  return pace === GIVING_WAY ? 0 : leased.length;
}

async function stepRun(deps: SigningDependencies, run: RunRow): Promise<void> {
  const contract = await contractById(deps.database.query, run.shard, run.contract_id);
  if (!contract) throw new Error('a run without its contract');
  const isOver = !STANDING_CONTRACT.includes(contract.status) || contract.end_requested_at !== null;
  // What has its order is paid like any other order, also while the sale stands still.
  if (run.status === 'CHARGING' && (isOver || run.order_id !== null)) return chargeRun(deps, run, contract);
  if (isOver) return endRun(deps, run, { event: 'ContractEnded', note: null });
  if (run.status === 'ASKING') {
    return endRun(deps, run, { event: 'NoAnswer', note: '没有收到您的确认，没有扣费，也没有投保', tell: true });
  }
  if (await isStopped(deps, run, contract)) return waitForSale(deps, run);
  switch (run.status) {
    case 'PLANNED':
    case 'RETRYING':
      return book(deps, run, contract);
    case 'BOOKED':
      return begin(deps, run, contract);
    case 'CHARGING':
      return chargeRun(deps, run, contract);
  }
}

/** Tells the payer through the provider, so that the charge can be made on its day. */
async function book(deps: SigningDependencies, run: RunRow, contract: ContractRow): Promise<void> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const bookableMs = nextInHours(BOOKING_HOURS, bookingDay(run.charge_on, run.tries), nowMs);
  if (bookableMs > nowMs) return planRunStep(query, run, bookableMs);
  const chargeOn = chargeDayAfterBooking(run.charge_on, run.tries, nowMs);
  if (chargeOn > lastChargeDay(run.due_on)) {
    return endRun(deps, run, { event: 'ChargeGivenUp', note: '没有在说好的日子里扣成，没有投保', tell: true });
  }
  // Whoever was not told beforehand is not charged.
  const messages = await messagesOf(query, run.shard, [run.contract_id]);
  const isTold = messages.some(
    ({ edition_code, kind, state }) =>
      edition_code === run.edition_code && kind.startsWith('before-') && state === 'SENT',
  );
  if (!isTold) {
    deps.log.warn({ contractCode: contract.contract_code }, 'nobody was told of a coming charge; it waits');
    return planRunStep(query, run, nowMs + TELL_FIRST_MS);
  }
  const cover = await coverOrderOf(deps, contract);
  const { insured } = await peopleOf(deps, contract, cover);
  const people = await withoutCoverYet(deps, insured, codesOfYear(deps, run.edition_code));
  if (people.length === 0) return endRun(deps, run, { event: 'NobodyLeft', note: '都已经参保，不用扣费' });
  const amountFen = Math.min(run.amount_fen, people.length * run.unit_fen);
  const answer = await deps.withholding.announce(contract.contract_id ?? '', amountFen);
  const laterMs = deps.clock.now();
  if (answer.kind !== 'announced') {
    deps.log.warn({ contractCode: contract.contract_code, answer: answer.kind }, 'charge not announced');
    // The contract may be over there.
    if (answer.kind === 'refused') await planAsk(query, contract, laterMs);
    return planRunStep(query, run, laterMs + ANNOUNCE_AGAIN_MS);
  }
  await deps.database.transaction(async (inside) => {
    const locked = await lockContract(inside, contract.shard, contract.id);
    if (!locked || locked.end_requested_at !== null) return;
    const booked = await moveRun(inside, run, 'Announced', {
      ...{ nextAtMs: nextInHours(DEDUCTION_HOURS, chargeOn, laterMs), atMs: laterMs, chargeOn, amountFen },
      peopleCount: people.length,
    });
    if (!booked) return;
    await moveContractIn(inside, contract, 'ChargeBooked', {
      ...{ by: 'merchant', atMs: laterMs, amountFen },
      note: `${chargeOn.replace(/-/g, '.')} 从微信支付扣`,
    });
  });
}

/**
 * The moment until which the payer can stop it: written under the contract's lock, so that an end that was asked for
 * before is seen, and one asked for after finds a charge that has begun.
 */
async function begin(deps: SigningDependencies, run: RunRow, contract: ContractRow): Promise<void> {
  const nowMs = deps.clock.now();
  const atMs = nextInHours(DEDUCTION_HOURS, run.charge_on, nowMs);
  if (atMs > nowMs) {
    const isTooLate = beijingDate(atMs) > lastChargeDay(run.due_on);
    if (!isTooLate) return planRunStep(deps.database.query, run, atMs);
    return endRun(deps, run, { event: 'ChargeGivenUp', note: '没有在说好的日子里扣成，没有投保', tell: true });
  }
  const begun = await deps.database.transaction(async (query) => {
    const locked = await lockContract(query, contract.shard, contract.id);
    if (locked?.status !== 'BOOKED' || locked.end_requested_at !== null) return false;
    // Another server goes on with it only after this one can have died.
    return moveRun(query, run, 'ChargeBegun', { nextAtMs: nowMs + LEASE_MS, atMs: nowMs, tries: run.tries + 1 });
  });
  if (begun) await chargeRun(deps, { ...run, status: 'CHARGING', tries: run.tries + 1 }, contract);
}
