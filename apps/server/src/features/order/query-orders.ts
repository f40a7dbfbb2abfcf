import type { Calls, InputOf, OutputOf } from '@huimin/contract';
import { ORDER_STATUS_ENTRIES } from '@huimin/domain/order';
import { fail, type Handler, ok, type Reply, type SessionUser } from '../../http/handler.ts';
import { orderIdOf } from '../../security/order-ids.ts';
import { insuredOfOrders, orderOfOwner, ordersOfOwner, ordersWithOpenCashier } from './order-store.ts';
import { type OrderViewDependencies, orderSummary } from './order-views.ts';

const DEFAULT_PAGE_SIZE = 20;

type ListInput = InputOf<Calls['queryOrders']>;

const STATUSES_BY_FILTER: Record<string, number[] | null> = {
  all: null,
  waiting: statusesOfTab('unpaid'),
  paid: statusesOfTab('paid'),
  refund: statusesOfTab('refund'),
  closed: statusesOfTab('closed'),
};

function statusesOfTab(tab: string): number[] {
  return ORDER_STATUS_ENTRIES.filter((entry) => entry.tab === tab).map((entry) => entry.status);
}

export function queryOrders(deps: OrderViewDependencies): Handler<Calls['queryOrders']> {
  return (input, request) =>
    input.number === undefined
      ? orderPage(deps, request.user, input, STATUSES_BY_FILTER[input.filter ?? 'all'] ?? null)
      : orderOfNumber(deps, request.user, input.number);
}

/** Orders that were cancelled or ran out unpaid. */
export function closedOrders(deps: OrderViewDependencies): Handler<Calls['closedOrders']> {
  return (input, request) => orderPage(deps, request.user, input, STATUSES_BY_FILTER.closed ?? null);
}

/** The asker's own order of an order number or policy number, as a list; others' are as absent as none. */
async function orderOfNumber(
  deps: OrderViewDependencies,
  owner: SessionUser,
  typed: string,
): Promise<Reply<OutputOf<Calls['queryOrders']>>> {
  // Also as a keyboard with wide letters gives it, and with the words before it in a text message.
  const number = typed
    .normalize('NFKC')
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
  const policyId = deps.numbers.policyId(number);
  const orderId = deps.numbers.orderId(number) ?? (policyId === null ? null : orderIdOf(policyId));
  const { query } = deps.database;
  const order = orderId === null ? null : await orderOfOwner(query, owner, orderId);
  if (!order) return ok({ orders: [], nextCursor: null });
  const insured = await insuredOfOrders(query, owner.shard, [order.id]);
  // A policy number of the order's own people only: the other positions are nobody.
  const named = policyId === null || insured.some((row) => row.policy_id === policyId);
  const open = await ordersWithOpenCashier(query, [order]);
  return ok({ orders: named ? [orderSummary(deps, order, insured, open)] : [], nextCursor: null });
}

/** Also those whose money has gone back, in part or in whole: their vouchers are there, and say so. */
export function selectListPaid(deps: OrderViewDependencies): Handler<Calls['selectListPaid']> {
  return (input, request) => orderPage(deps, request.user, input, null, true);
}

/** The newest order that still waits for payment. */
export function isWaitPay(deps: OrderViewDependencies): Handler<Calls['isWaitPay']> {
  return async (_input, request) => {
    const page = await orderPage(deps, request.user, { limit: 1 }, STATUSES_BY_FILTER.waiting ?? null);
    return page.ok ? ok({ order: page.value.orders[0] ?? null }) : page;
  };
}

async function orderPage(
  deps: OrderViewDependencies,
  owner: SessionUser,
  input: ListInput,
  statuses: number[] | null,
  paidOnly = false,
): Promise<Reply<OutputOf<Calls['queryOrders']>>> {
  const beforeId = input.cursor ? deps.numbers.orderId(input.cursor) : null;
  if (input.cursor && beforeId === null) return fail('bad-input', '翻页位置不对，请从第一页重新看');
  const limit = input.limit ?? DEFAULT_PAGE_SIZE;
  const { query } = deps.database;
  const rows = await ordersOfOwner(query, owner, {
    statuses,
    editionYear: input.editionYear ?? null,
    paidOnly,
    beforeId,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const insured = await insuredOfOrders(
    query,
    owner.shard,
    shown.map((row) => row.id),
  );
  const open = await ordersWithOpenCashier(query, shown);
  const last = shown.at(-1);
  return ok({
    orders: shown.map((row) => orderSummary(deps, row, insured, open)),
    nextCursor: rows.length > limit && last ? deps.numbers.orderNo(last.id) : null,
  });
}
