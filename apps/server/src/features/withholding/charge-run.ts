import { API_BASE_PATH } from '@huimin/contract';
import { beijingDate, nextInHours, spokenDay } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { ORDER_STATUS } from '@huimin/domain/order';
import { nextMessageMs } from '@huimin/domain/text-message';
import {
  BOOKING_HOURS,
  bookingDay,
  chargeDay,
  chargeRefusalText,
  DEDUCTION_HOURS,
  lastChargeDay,
  STANDING_CONTRACT,
} from '@huimin/domain/withholding';
import type { Reply } from '../../http/handler.ts';
import { insuredOfOrders, type OrderRow, orderById, peopleInTheWay } from '../order/index.ts';
import { startCharge } from '../payment/index.ts';
import { type ContractRow, lockContract, moveContractIn, note, planAsk } from './contract-store.ts';
import { endRun } from './end-run.ts';
import { planMessages } from './message-store.ts';
import { coverOrderOf, isAnybodyClaimed, peopleOf, withoutCoverYet } from './run-people.ts';
import { keepRunOrder, moveRun, planRunStep, type RunRow } from './run-store.ts';
import { codesOfYear, otherCodesOfYear, reasonsToAsk, requiredVersions } from './run-terms.ts';
import { PAYMENT_NOTICE_PATH } from './sign-and-pay.ts';
import type { SigningDependencies } from './withholding-deps.ts';

const LOOK_AGAIN_MS = 20_000;
/** Somebody is just buying for these people; by then the order is paid or closed. */
const HELD_MS = 40 * 60_000;
const TOO_LATE = '没有来得及扣';

/**
 * Goes on with a charge that has begun: order, charge, result. Each step finds what the one before has written, so that
 * a server that dies in between leaves one order and one charge.
 */
export async function chargeRun(deps: SigningDependencies, run: RunRow, contract: ContractRow): Promise<void> {
  const isOver = !STANDING_CONTRACT.includes(contract.status) || contract.end_requested_at !== null;
  if (run.order_id === null && isOver) return endRun(deps, run, { event: 'ContractEnded', note: null });
  const order = run.order_id === null ? await orderOfTry(deps, run, contract) : await existingOrder(deps, run);
  if (!order) return;
  if (order.paid_at !== null) return succeed(deps, run, contract, order);
  // Saved at the same moment as another order of the year, by another edition: neither could see the other before.
  const isDoubtful =
    order.status === ORDER_STATUS.awaitingPayment && (await isAnyoneInsuredElsewhere(deps, run, order));
  const charge = await startCharge(deps, order, {
    provider: deps.wechatPay.code,
    contractId: contract.contract_id ?? '',
    description: deps.editions.edition(run.edition_code)?.document.proName ?? '补充医疗保险',
    notifyUrl: `${deps.notifyOrigin}${API_BASE_PATH}${PAYMENT_NOTICE_PATH}`,
    outcomeOf: (number) => deps.withholding.queryCharge(number),
    mayBegin: !isOver && !isDoubtful,
  });
  switch (charge.kind) {
    case 'paid':
      return planRunStep(deps.database.query, run, deps.clock.now());
    case 'under-way':
    case 'unclear':
      return planRunStep(deps.database.query, run, deps.clock.now() + LOOK_AGAIN_MS);
    case 'not-begun':
      // By then the other order is paid or closed, or the time of this one is over.
      if (!isOver) return planRunStep(deps.database.query, run, deps.clock.now() + LOOK_AGAIN_MS);
      return endRun(deps, run, { event: 'ContractEnded', note: null });
    case 'not-payable':
      // Cancelled by the payer, or its time was over while nobody was at work.
      return miss(deps, run, contract, order.status === 70 ? '订单已取消' : TOO_LATE);
    case 'missed':
      if (charge.code === 'CONTRACT_NOT_EXIST') await planAsk(deps.database.query, contract, deps.clock.now());
      return miss(deps, run, contract, chargeRefusalText(charge.code));
  }
}

async function existingOrder(deps: SigningDependencies, run: RunRow): Promise<OrderRow> {
  const order = await orderById(deps.database.query, run.shard, run.order_id as bigint);
  if (!order) throw new Error('a run without its order');
  return order;
}

/** Saves the order of this try, by the same path as any other. Null: nothing can be charged now. */
async function orderOfTry(deps: SigningDependencies, run: RunRow, contract: ContractRow): Promise<OrderRow | null> {
  const nowMs = deps.clock.now();
  const atMs = nextInHours(DEDUCTION_HOURS, run.charge_on, nowMs);
  if (atMs > nowMs) {
    if (beijingDate(atMs) > lastChargeDay(run.due_on)) await miss(deps, run, contract, TOO_LATE);
    else await planRunStep(deps.database.query, run, atMs);
    return null;
  }
  const edition = deps.editions.edition(run.edition_code);
  const cover = await coverOrderOf(deps, contract);
  const everybody = await peopleOf(deps, contract, cover);
  let people = await withoutCoverYet(deps, everybody.insured, codesOfYear(deps, run.edition_code));
  const unitFen = edition?.document.plans.find(({ code }) => code === run.plan_code)?.premiumFen;
  const terms = { contract, cover, unitFen: unitFen ?? 0, totalFen: people.length * (unitFen ?? 0) };
  const reasons = edition && run.confirmed_at === null ? await reasonsToAsk(deps, { ...terms, edition }) : [];
  // Somebody joined again, or an operator changed price or texts after the payer was told.
  const isChanged = unitFen !== run.unit_fen || reasons.length > 0 || terms.totalFen > run.amount_fen;
  if (!edition || isChanged) return leave(deps, run, '通知您之后价格或条款又变了，没有扣费，想投保请自己来买');
  const held = people.map(({ personIndex }) => personIndex);
  if (await isAnybodyClaimed(deps, held, otherCodesOfYear(deps, run.edition_code))) {
    await planRunStep(deps.database.query, run, deps.clock.now() + HELD_MS);
    return null;
  }
  const leftOut: string[] = [];
  for (let round = 0; round <= everybody.insured.length; round++) {
    if (people.length === 0) {
      return leave(
        deps,
        run,
        leftOut.length > 0 ? `${leftOut.join('、')}不符合参保条件` : '都已经参保，不用扣费',
        leftOut,
      );
    }
    const saved = await deps.saveByContract({
      user: { id: contract.user_id, shard: contract.shard },
      editionCode: run.edition_code,
      planCode: run.plan_code,
      clientKey: `contract-${run.id}-${run.tries}-${round}`,
      agreedDocuments: run.agreed_documents ?? requiredVersions(edition),
      policyholder: everybody.policyholder,
      insured: people,
    });
    if (saved.ok) return keep(deps, run, saved.value.orderNo, leftOut);
    // The order of this very try, saved by a server that ended before it was noted; its time is over meanwhile.
    if (saved.name === 'order-state') {
      await miss(deps, run, contract, TOO_LATE);
      return null;
    }
    const inTheWay = peopleInTheWay(saved);
    if (inTheWay.some(({ state }) => state !== 'insured')) {
      await planRunStep(deps.database.query, run, deps.clock.now() + HELD_MS);
      return null;
    }
    const wrong = positionsOf(saved);
    if (inTheWay.length === 0 && wrong.length === 0) {
      return leave(deps, run, `没有扣费，也没有投保：${(!saved.ok && saved.message) || '不能参保'}`);
    }
    leftOut.push(...wrong.flatMap((position) => people[position]?.details.name ?? []));
    people = people.filter(
      (person, position) => !wrong.includes(position) && !inTheWay.some(({ memberId }) => memberId === person.memberNo),
    );
  }
  throw new Error('an order could be neither saved nor given up');
}

async function isAnyoneInsuredElsewhere(deps: SigningDependencies, run: RunRow, order: OrderRow): Promise<boolean> {
  const others = otherCodesOfYear(deps, run.edition_code);
  if (others.length === 0) return false;
  const insured = await insuredOfOrders(deps.database.query, order.shard, [order.id]);
  return isAnybodyClaimed(
    deps,
    insured.map(({ person_index }) => person_index),
    others,
  );
}

/** Whose details the order's check refuses; none where it is about the payer or something else. */
function positionsOf(saved: Reply<unknown>): number[] {
  if (saved.ok) return [];
  const { fields = [] } = (saved.details ?? {}) as { fields?: readonly { path: string }[] };
  if (fields.some(({ path }) => path.startsWith('payer'))) return [];
  return [...new Set(fields.flatMap(({ path }) => /^insured\.(\d+)\./.exec(path)?.[1] ?? []))].map(Number);
}

async function keep(
  deps: SigningDependencies,
  run: RunRow,
  orderNo: string,
  leftOut: readonly string[],
): Promise<OrderRow> {
  const { query } = deps.database;
  const id = deps.numbers.orderId(orderNo);
  const order = id === null ? null : await orderById(query, run.shard, id);
  if (!order) throw new Error('an order that was saved is gone');
  await keepRunOrder(query, run, { id: order.id, amountFen: order.premium_fen, peopleCount: order.insured_count });
  if (leftOut.length > 0) {
    const result = `${leftOut.join('、')}的信息要更正，这次没有投保，请自己来买`;
    const message = { kind: 'left-out', sendAtMs: nextMessageMs(deps.clock.now()), parameters: { result } };
    await planMessages(query, { shard: run.shard, id: run.contract_id }, run.edition_code, [message]);
  }
  return order;
}

async function leave(
  deps: SigningDependencies,
  run: RunRow,
  why: string,
  told: readonly string[] = ['everybody'],
): Promise<null> {
  const tell = told.length > 0 ? ({ tell: true } as const) : {};
  await endRun(deps, run, { event: 'NobodyLeft', note: why, ...tell });
  return null;
}

async function succeed(deps: SigningDependencies, run: RunRow, contract: ContractRow, order: OrderRow): Promise<void> {
  const nowMs = deps.clock.now();
  const insured = await insuredOfOrders(deps.database.query, order.shard, [order.id]);
  const product = deps.editions.edition(run.edition_code)?.document.proName ?? '';
  const amount = formatYuan(order.premium_fen);
  await deps.database.transaction(async (query) => {
    await lockContract(query, contract.shard, contract.id);
    if (
      !(await moveRun(query, run, 'ChargeSucceeded', { nextAtMs: null, atMs: nowMs, amountFen: order.premium_fen }))
    ) {
      return;
    }
    const facts = {
      ...{ by: 'provider' as const, atMs: order.paid_at ?? nowMs, amountFen: order.premium_fen },
      note: `微信支付，${product}，${order.insured_count} 人`,
    };
    const moved = await moveContractIn(query, contract, 'ChargeSucceeded', {
      ...facts,
      cover: { orderId: order.id, editionCode: order.edition_code, insuredIds: insured.map(({ id }) => id) },
    });
    // Ended by the payer while the charge was on its way.
    if (!moved) await note(query, contract.shard, contract.id, { event: 'ChargeSucceeded', ...facts });
    const result = `扣费成功${amount}元，${order.insured_count}人已投保`;
    const message = { kind: 'ended', sendAtMs: nextMessageMs(nowMs), parameters: { result } };
    await planMessages(query, contract, run.edition_code, [message]);
  });
}

/** No money came: tried again on the next day for it, or given up; the payer is told which. */
async function miss(deps: SigningDependencies, run: RunRow, contract: ContractRow, why: string): Promise<void> {
  const nowMs = deps.clock.now();
  const planned = chargeDay(run.due_on, run.tries);
  const today = beijingDate(nowMs);
  const isLast = planned === null || today >= lastChargeDay(run.due_on);
  const next = isLast ? null : planned > today ? planned : lastChargeDay(run.due_on);
  const told = next === null ? `${why}，不再扣了，没有投保` : `${why}，${spokenDay(next)}再试`;
  await deps.database.transaction(async (query) => {
    await lockContract(query, contract.shard, contract.id);
    const moved = await moveRun(query, run, next === null ? 'ChargeGivenUp' : 'ChargeMissed', {
      ...{ atMs: nowMs, forgetOrder: true, endNote: told },
      nextAtMs: next === null ? null : nextInHours(BOOKING_HOURS, bookingDay(next, run.tries), nowMs),
      ...(next === null ? {} : { chargeOn: next }),
    });
    if (!moved) return;
    await moveContractIn(query, contract, 'ChargeFailed', { by: 'provider', atMs: nowMs, amountFen: 0, note: told });
    if (next === null) await moveContractIn(query, contract, 'Paused', { by: 'merchant', atMs: nowMs });
    const result =
      next === null
        ? `没有扣成（${why}），不再扣费，没有投保，想投保请自己来买`
        : `没有扣成（${why}），${spokenDay(next)}再试`;
    const message = {
      kind: next === null ? 'ended' : `missed-${run.tries}`,
      sendAtMs: nextMessageMs(nowMs),
      parameters: { result },
    };
    await planMessages(query, contract, run.edition_code, [message]);
  });
}
