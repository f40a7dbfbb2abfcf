import type { ConsoleCalls, OrderLineValue } from '@huimin/contract/console';
import { beijingDate, beijingDateTime, beijingMs, parseDate } from '@huimin/domain/date';
import { shownOrderStatus } from '@huimin/domain/order';
import { canonicalIdNumber, IDENTITY_CARD, maskName } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { mayStaff } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { orderIdOf, shardOfOrder } from '../../security/order-ids.ts';
import type { PersonDetails } from '../insured/index.ts';
import { METHOD_LABELS } from '../order/index.ts';
import type { ConsoleHandler, WaitingCounter } from '../staff/index.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { filterWords, narrowOrders, type OrderSearch, SOURCES } from './order-filter.ts';
import { findOrders, type OrderLineRow, orderFigures } from './order-list-store.ts';
import { Conditions, withinOrders } from './order-scope.ts';
import { REFUND_AGREE, tabConditions } from './refund-queue.ts';
import { countRefunds, waitingApprovals } from './refund-queue-store.ts';

const PAGE = 40;

export function searchOrders(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['searchOrders']> {
  const { query } = deps.database;
  return async (input, request) => {
    if ([input.from, input.to].some((day) => day !== undefined && parseDate(day) === null)) {
      return fail('bad-input', '没有这一天，请重新选日期');
    }
    if ((input.idNumber === undefined) !== (input.idType === undefined)) {
      return fail('bad-input', '按证件查请同时选证件类型、填证件号码');
    }
    const conditions = new Conditions();
    withinOrders(conditions, deps.editions, request.member.scope);
    narrowOrders(conditions, input, request.member.scope);
    const person = await narrowToPayer(deps, conditions, input);
    if (input.number !== undefined) {
      const id = orderIdIn(deps, input.number);
      conditions.add('o.shard = ?::smallint and o.id = ?::bigint', id === null ? 0 : shardOfOrder(id), id ?? -1n);
    }
    const rows = await findOrders(query, conditions, PAGE + 1);
    const page = rows.slice(0, PAGE);
    // Going on from page to page is one look.
    if (input.before === undefined || person !== null) {
      await request.note({ subject: '订单', person, detail: filterWords(input) });
    }
    const last = page.at(-1);
    return ok({
      orders: page.map((row) => orderLine(deps, row)),
      next: rows.length > PAGE && last ? `${last.created_at}_${last.id}` : null,
    });
  };
}

export function showOrderFigures(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['showOrderFigures']> {
  return async (_input, request) => {
    const nowMs = deps.clock.now();
    const fromMs = beijingMs(beijingDate(nowMs));
    const scope = new Conditions();
    withinOrders(scope, deps.editions, request.member.scope);
    const second = await waitingApprovals(deps.database.query, REFUND_AGREE, nowMs);
    const figures = await orderFigures(deps.database.query, scope, fromMs, second);
    return ok({
      ordersToday: figures.orders,
      receivedTodayFen: figures.received_fen,
      unpaid: figures.unpaid,
      refundsToReview: figures.reviewing,
      oldestRefundAt: figures.oldest === null ? null : beijingDateTime(figures.oldest),
      at: beijingDateTime(nowMs),
    });
  };
}

/** Refunds that wait to be reviewed, beside the page's name in the menu. */
export function countRefundsToReview(
  deps: Pick<OrderDeskDependencies, 'database' | 'editions' | 'clock'>,
): WaitingCounter {
  return async ({ roles, scope }): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(roles, 'refund.review')) return {};
    const { query } = deps.database;
    const second = await waitingApprovals(query, REFUND_AGREE, deps.clock.now());
    return { refunds: await countRefunds(query, tabConditions(deps, { scope }, 'review', second)) };
  };
}

/** Narrows to what somebody bought; answers the index by which the look is noted, null where nobody is asked for. */
async function narrowToPayer(
  { database, index }: OrderDeskDependencies,
  conditions: Conditions,
  { idType, idNumber, phone }: OrderSearch,
): Promise<Buffer | null> {
  let looked: Buffer | null = null;
  if (phone !== undefined) {
    looked = index.phone(phone);
    const [user] = await database.query<{ id: bigint; shard: number }>(
      'select id, shard from users where phone_index = $1',
      [looked],
    );
    conditions.add('o.shard = ?::smallint and o.user_id = ?::bigint', user?.shard ?? 0, user?.id ?? -1n);
  }
  if (idNumber !== undefined && idType !== undefined) {
    looked = index.person(idType, idType === IDENTITY_CARD ? canonicalIdNumber(idNumber) : idNumber);
    conditions.add('o.policyholder_index = ?', looked);
  }
  return looked;
}

/** The order that a number of ours leads to: its own, or a policy's, a payment's, a refund's. Typed by hand, its letters are small ones too. */
export function orderIdIn({ numbers }: Pick<OrderDeskDependencies, 'numbers'>, typed: string): bigint | null {
  const number = typed.toUpperCase();
  const policyId = numbers.policyId(number);
  if (policyId !== null) return orderIdOf(policyId);
  return numbers.orderId(number) ?? numbers.attemptOf(number)?.orderId ?? numbers.orderOfRefund(number);
}

/** A channel's number, as much of it as people compare: 4200****7731. */
export const shortSerial = (serial: string): string =>
  serial.length > 12 ? `${serial.slice(0, 4)}****${serial.slice(-4)}` : serial;

/** Where an order came from, in a word. */
export function sourceLabel({ source, kind }: { readonly source: string | null; readonly kind: string }): string {
  if (kind === 'group') return '团体';
  return source === null
    ? SOURCES.direct
    : ((SOURCES as Readonly<Record<string, string>>)[source] ?? `其他（${source}）`);
}

export function orderLine(deps: Pick<OrderDeskDependencies, 'numbers' | 'vault'>, row: OrderLineRow): OrderLineValue {
  const { label, tone } = shownOrderStatus(row.status);
  return {
    orderNo: deps.numbers.orderNo(row.id),
    createdAt: beijingDateTime(row.created_at),
    payer: maskName(deps.vault.openJson<PersonDetails>('policyholder', row.policyholder_sealed).name),
    people: row.insured_count,
    place: row.city === null ? '' : (regionDisplayText(row.city) ?? row.city),
    method: row.method === null ? null : (METHOD_LABELS[row.method] ?? row.method),
    amountFen: row.premium_fen,
    statusLabel: label,
    tone,
    source: sourceLabel(row),
  };
}
