import type { Calls, InputOf, RefundProgressValue } from '@huimin/contract';
import { deadlineAfter } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { nextOrderStatus, type OrderStatus } from '@huimin/domain/order';
import { POLICY_STATUS } from '@huimin/domain/policy';
import { refundReasonLabel } from '@huimin/domain/refund';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { orderIdOf } from '../../security/order-ids.ts';
import { accountPhone, checkCode, codeRefusal } from '../account/index.ts';
import { withdrawForRefund } from '../endorsement/index.ts';
import { insuredOfOrders } from '../order/index.ts';
import { type RefundIntent, writeRefundIntent } from '../payment/index.ts';
import { requestEnd } from '../withholding/index.ts';
import type { RefundDependencies } from './refund-deps.ts';
import { type OfferedPerson, offeredPeople, whyNotOffered } from './refund-offer.ts';
import { chosenPeople, type PaidOrder, paidOrder, sumFen } from './refund-order-context.ts';
import { refundProgress } from './refund-progress.ts';
import { appliedRefunds, lockOrder, premiumPaymentOf, refundNosOf, upgradeOrdersOf } from './refund-store.ts';
import { refundsAlongside } from './refunds-alongside.ts';

type Confirmation = InputOf<Calls['refundOrder']>;

/** Number 1 is the refund of an order that could not be covered; surplus money starts at 50. */
const FIRST_INDEX = 2;
const INDEX_END = 50;
/** Within how many working days a review is done; residents are told two. */
const REVIEW_DAYS = 1;

/** Gives back the policies of some people. */
export function applyRefund(deps: RefundDependencies): Handler<Calls['applyRefund']> {
  return (input, request) => refund(deps, request, input, input.policyNos);
}

/** Gives back every policy of an order that still stands. */
export function refundOrder(deps: RefundDependencies): Handler<Calls['refundOrder']> {
  return (input, request) => refund(deps, request, input, null);
}

/**
 * Writes the intent; the money moves by a job, so nothing is lost when this process ends. Repeats with the same client
 * key answer the same refund, also when they come at once: the order's row is held while one is decided.
 */
async function refund(
  deps: RefundDependencies,
  request: CallRequest,
  input: Confirmation,
  policyNos: readonly string[] | null,
): Promise<Reply<RefundProgressValue>> {
  const found = await paidOrder(deps, request, input.orderNo);
  if (!found.ok) return found;
  const { order, edition } = found.value;
  const phone = await accountPhone(deps, request.user);
  const decided = await deps.database.transaction((query) =>
    decideRefund(deps, query, found.value, {
      ...{ ...input, policyNos, userId: request.user.id, startedBy: null },
      needsOffer: true,
      // What a person has to decide here waits for that; the rest the rules decide alone.
      reviewedFrom: found.value.edition.document.refundReview === true ? deps.clock.now() : null,
      // Last, so that a code is used up only by a refund that happens.
      async confirm(nowMs) {
        const check = await checkCode(deps, query, { phone, purpose: 'refund', code: input.code }, nowMs);
        return check === 'right' ? ok(null) : codeRefusal(check);
      },
    }),
  );
  if (!decided.ok) return decided;
  const { query } = deps.database;
  const [stored] = await appliedRefunds(query, order.shard, order.id, input.clientKey);
  if (!stored) throw new Error('a refund was decided but is not there');
  const people = await insuredOfOrders(query, order.shard, [order.id]);
  const alongside = await refundsAlongside(query, order, [stored]);
  return ok(refundProgress(deps, stored, people, edition.document, alongside));
}

type Confirmed = Pick<Confirmation, 'clientKey' | 'expectedFen' | 'reason' | 'closeWithholding'> & {
  readonly policyNos: readonly string[] | null;
  readonly userId: bigint;
  /** Who of the staff began it. */
  readonly startedBy: number | null;
  /** Whether the edition has to offer refunds online. */
  readonly needsOffer: boolean;
  /** From when on it waits for a review; null: it is decided. */
  readonly reviewedFrom: number | null;
  confirm(nowMs: number): Promise<Reply<null>>;
};

/** Writes down what goes back of an order, all of it or nothing; the order's row is held while that is decided. */
export async function decideRefund(
  deps: Pick<RefundDependencies, keyof Core>,
  query: Query,
  { order, edition, payment }: PaidOrder,
  input: Confirmed,
): Promise<Reply<null>> {
  const nowMs = deps.clock.now();
  const status = await lockOrder(query, order.shard, order.id);
  const upgradeOrders = await upgradeOrdersOf(query, order.shard, order.id);
  for (const upgradeOrder of upgradeOrders) await lockOrder(query, order.shard, upgradeOrder);
  const [before] = await appliedRefunds(query, order.shard, order.id, input.clientKey);
  if (before) return ok(null);
  const notOffered = whyNotOffered(edition);
  if (input.needsOffer && notOffered !== null) return fail('switched-off', notOffered);
  // A further person of an order whose refund is under way (60) is one more refund of it.
  if (status !== 60 && nextOrderStatus(status as OrderStatus, 'RefundStarted') === null) return fail('order-state');
  const chosen = chosenPeople(deps, await offeredPeople(query, order, edition, nowMs), input.policyNos);
  if (!chosen.ok) return chosen;
  const amountFen = sumFen(chosen.value);
  if (amountFen !== input.expectedFen) {
    return fail('order-state', `可退金额现在是 ${formatYuan(amountFen)} 元，请重新确认`, { amountFen });
  }
  const parts = await partsOf(deps, query, order, payment, chosen.value);
  if (parts === null) return fail('order-state', '这笔订单退款的次数太多了，请打客服电话办理');
  const confirmed = await input.confirm(nowMs);
  if (!confirmed.ok) return confirmed;
  for (const part of parts) {
    await writeRefundIntent(query, {
      ...part,
      shard: order.shard,
      id: deps.orderIds.next(order.shard),
      amountFen: part.items.reduce((sum, item) => sum + item.amountFen, 0),
      reasonText: `${order.kind === 'upgrade' ? '退回升级' : '退保'}：${refundReasonLabel(input.reason)}`,
      reasonCode: input.reason,
      basis: chosen.value[0]?.basis ?? 'full',
      appliedBy: input.userId,
      clientKey: input.clientKey,
      startedBy: input.startedBy,
      reviewDueAtMs: input.reviewedFrom === null ? null : deadlineAfter(input.reviewedFrom, REVIEW_DAYS).byMs,
      nowMs,
    });
  }
  await withdrawForRefund(deps, query, { shard: order.shard, orderId: order.id });
  if (input.closeWithholding === true) {
    await requestEnd(query, { shard: order.shard, orderId: order.id }, 'user', nowMs);
  }
  return ok(null);
}

type Part = Pick<RefundIntent, 'orderId' | 'paymentId' | 'refundNo' | 'items'>;

/**
 * What goes back by which payment: the policies by their order's, and the differences of upgrades that stand on them
 * each by the order that paid it. Null where a refund number is lacking.
 */
async function partsOf(
  deps: Core,
  query: Query,
  order: PaidOrder['order'],
  payment: PaidOrder['payment'],
  chosen: readonly OfferedPerson[],
): Promise<Part[] | null> {
  const items = new Map<bigint, { policyId: bigint; amountFen: number }[]>([
    [
      order.id,
      chosen.map(({ insured, amountFen, upgradeFen }) => ({
        policyId: insured.id,
        amountFen: amountFen - upgradeFen,
      })),
    ],
  ]);
  for (const { insured, upgradeFen } of chosen) {
    if (insured.upgrade_id === null || insured.upgrade_status !== POLICY_STATUS.notYetInForce) continue;
    const upgradeOrder = orderIdOf(insured.upgrade_id);
    items.set(upgradeOrder, [
      ...(items.get(upgradeOrder) ?? []),
      { policyId: insured.upgrade_id, amountFen: upgradeFen },
    ]);
  }
  const parts: Part[] = [];
  for (const [orderId, ofOrder] of items) {
    const paid = orderId === order.id ? payment : await premiumPaymentOf(query, order.shard, orderId);
    if (!paid) throw new Error('an upgrade stands that nobody paid');
    const refundNo = await freeRefundNo(deps, query, order.shard, orderId);
    if (refundNo === null) return null;
    parts.push({ orderId, paymentId: paid.id, refundNo, items: ofOrder });
  }
  return parts;
}

async function freeRefundNo(deps: Core, query: Query, shard: number, orderId: bigint): Promise<string | null> {
  const taken = new Set(await refundNosOf(query, shard, orderId));
  for (let index = FIRST_INDEX; index < INDEX_END; index++) {
    const refundNo = deps.numbers.refundNo(orderId, index);
    if (!taken.has(refundNo)) return refundNo;
  }
  return null;
}
