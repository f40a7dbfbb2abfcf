import { createHash } from 'node:crypto';
import type { Calls, InputOf, OutputOf } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { formatYuan, premiumTotalFen } from '@huimin/domain/money';
import { ORDER_STATUS } from '@huimin/domain/order';
import {
  dearerPlan,
  type Plan,
  pauseOfRegion,
  pauseSentence,
  planOf,
  upgradeEndMs,
  upgradeFen,
  whyNoUpgrade,
  whyStandsStill,
} from '@huimin/domain/product';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { positionId } from '../../security/order-ids.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import {
  changedDocument,
  editionOfOrder,
  insuredDetails,
  inTurn,
  type OrderRow,
  orderByClientKey,
  orderOfOwner,
  PAYMENT_WINDOW_MS,
} from '../order/index.ts';
import type { SaveUpgradeDependencies, UpgradeDependencies } from './upgrade-deps.ts';
import { type UpgradePerson, upgradePeople } from './upgrade-people.ts';
import { insertUpgrade, lockOrder } from './upgrade-store.ts';

type Input = InputOf<Calls['saveUpgrade']>;
type Saved = OutputOf<Calls['saveUpgrade']>;

/** An upgrade as it was asked for, of an order that can have one. */
interface Sale {
  readonly order: OrderRow;
  readonly edition: LoadedEdition;
  readonly plan: Plan;
  readonly differenceFen: number;
}

/**
 * Saves an order for the difference to a dearer plan. It is paid like any other order; it claims nobody, because its
 * people are covered already. Repeats with the same client key answer the same order.
 */
export function saveUpgrade(deps: SaveUpgradeDependencies): Handler<Calls['saveUpgrade']> {
  return async (input, request) => {
    const who = { id: request.user.id, ticket: input.lineTicket };
    return inTurn(deps.line, who, () => saveOnce(deps, input, request));
  };
}

async function saveOnce(deps: UpgradeDependencies, input: Input, request: CallRequest): Promise<Reply<Saved>> {
  const sale = await saleOf(deps, input, request);
  const saved = sale.ok
    ? await deps.database.transaction((query) => decide(deps, query, sale.value, input, request.recordId))
    : sale;
  if (saved.ok) return saved;
  const earlier = await orderByClientKey(deps.database.query, request.user, input.clientKey);
  return earlier ? savedBefore(deps, earlier) : saved;
}

async function saleOf(deps: UpgradeDependencies, input: Input, request: CallRequest): Promise<Reply<Sale>> {
  const orderId = deps.numbers.orderId(input.orderNo);
  const order = orderId === null ? null : await orderOfOwner(deps.database.query, request.user, orderId);
  const edition = order && editionOfOrder(deps.editions, order);
  const from = edition && planOf(edition.document, order.plan_code);
  if (!edition || !from || order.kind !== 'purchase') return fail('not-found', '没有找到这笔订单');
  const refusal = whyNoUpgrade(edition.document, order.plan_code, deps.clock.now());
  if (refusal !== null) return fail('order-state', refusal);
  const plan = dearerPlan(edition.document, order.plan_code);
  if (plan === null) return fail('order-state', '方案有变化，请重新打开页面');
  return ok({ order, edition, plan, differenceFen: upgradeFen(from, plan) });
}

/** The order's row is held while one upgrade of it is decided, so that two at once never raise the same policy. */
async function decide(
  deps: UpgradeDependencies,
  query: Query,
  sale: Sale,
  input: Input,
  recordId: string | null,
): Promise<Reply<Saved>> {
  const { order, edition, plan, differenceFen } = sale;
  await lockOrder(query, order.shard, order.id);
  const now = deps.clock.now();
  const chosen = chosenOf(deps, await upgradePeople(query, order, edition.document, now), input.policyNos);
  if (!chosen.ok) return chosen;
  // After what will be true when the sale goes on, and before what has to be read or looked at once more.
  const stopped = whyStandsStill(edition.pauses) ?? whyStopped(deps, edition, chosen.value);
  if (stopped !== null) return fail('switched-off', stopped);
  if (plan.code !== input.planCode) return fail('order-state', '方案有变化，请重新打开页面');
  const changed = changedDocument(edition, input);
  if (changed) return fail('documents-changed', `《${changed}》有更新，请重新读完再付款`);
  const premiumFen = premiumTotalFen(differenceFen, chosen.value.length);
  if (premiumFen !== input.expectedFen) {
    return fail('order-state', `差价现在是 ${formatYuan(premiumFen)} 元，请重新确认`);
  }
  const id = deps.orderIds.next(order.shard);
  // Paid after that moment it could not be used any more.
  const expiresAt = new Date(Math.min(now + PAYMENT_WINDOW_MS, upgradeEndMs(edition.document)));
  const isNew = await insertUpgrade(query, {
    shard: order.shard,
    id,
    baseOrderId: order.id,
    clientKey: input.clientKey,
    claimKey: createHash('sha256').update(`upgrade/${order.user_id}/${input.clientKey}`).digest().subarray(0, 16),
    planCode: plan.code,
    differenceFen,
    premiumFen,
    agreedDocuments: input.agreedDocuments,
    traceId: recordId ?? input.traceId ?? null,
    createdAt: new Date(now),
    expiresAt,
    items: chosen.value.map(({ insured }, index) => ({
      id: positionId(id, index + 1),
      policyId: insured.policy_id,
    })),
  });
  if (!isNew) return fail('order-state');
  return ok(savedView(deps, { id, premiumFen, insuredCount: chosen.value.length, expiresAtMs: expiresAt.getTime() }));
}

/** Whose city sells nothing for the moment. */
function whyStopped(
  deps: UpgradeDependencies,
  edition: LoadedEdition,
  people: readonly UpgradePerson[],
): string | null {
  for (const { insured } of people) {
    const pause = pauseOfRegion(edition.pauses, insured.region_code);
    if (pause) return `${pauseSentence(pause)}。${insuredDetails(deps, insured).name}请到那时再升级`;
  }
  return null;
}

function chosenOf(
  deps: UpgradeDependencies,
  people: readonly UpgradePerson[],
  policyNos: readonly string[],
): Reply<UpgradePerson[]> {
  const chosen: UpgradePerson[] = [];
  for (const policyId of new Set(policyNos.map((policyNo) => deps.numbers.policyId(policyNo)))) {
    const person = people.find((one) => one.insured.policy_id === policyId);
    if (!person) return fail('not-found', '所选的人不在这笔订单里，请重新选择');
    if (person.why !== null) {
      return fail('order-state', `${insuredDetails(deps, person.insured).name}现在不能升级：${person.why}`);
    }
    chosen.push(person);
  }
  return ok(chosen);
}

function savedView(
  deps: UpgradeDependencies,
  order: { id: bigint; premiumFen: number; insuredCount: number; expiresAtMs: number },
): Saved {
  return {
    orderNo: deps.numbers.orderNo(order.id),
    premiumFen: order.premiumFen,
    insuredCount: order.insuredCount,
    expiresAt: formatDateTime(order.expiresAtMs),
    expiresAtMs: order.expiresAtMs,
  };
}

const CLOSED: readonly number[] = [ORDER_STATUS.cancelled, ORDER_STATUS.expired];

function savedBefore(deps: UpgradeDependencies, order: OrderRow): Reply<Saved> {
  if (order.kind !== 'upgrade' || CLOSED.includes(order.status)) {
    return fail('order-state', '这笔订单已经关闭，请重新提交', { orderNo: deps.numbers.orderNo(order.id) });
  }
  return ok(
    savedView(deps, {
      id: order.id,
      premiumFen: order.premium_fen,
      insuredCount: order.insured_count,
      expiresAtMs: order.expires_at,
    }),
  );
}
