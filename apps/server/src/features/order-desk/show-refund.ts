import type { ConsoleCalls, RefundViewValue } from '@huimin/contract/console';
import { beijingDateTime, formatDotDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { maskMiddle, maskName } from '@huimin/domain/person';
import { refundArrival, refundRefusalText, STUCK_RULES, type StuckKind, stuckKind } from '@huimin/domain/refund';
import { mayStaff } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { editionOfOrder, insuredDetails, insuredOfOrders } from '../order/index.ts';
import { isHeldForHand } from '../payment/index.ts';
import { type ConsoleHandler, type ConsoleRequest, namesOf } from '../staff/index.ts';
import { handPayoutProblem, isAsked } from './hand-payout-store.ts';
import { type DeskOrder, deskOrder } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { Conditions, withinOrders } from './order-scope.ts';
import { lineOf, REFUND_AGREE } from './refund-queue.ts';
import { findRefunds, type RefundQueueRow, waitingApprovals } from './refund-queue-store.ts';
import { orderIdIn, shortSerial } from './search-orders.ts';

/** The one place that opens a refund for somebody of the staff; outside their scope it is not there. */
export async function openRefund(
  deps: Pick<OrderDeskDependencies, 'numbers' | 'editions' | 'database'>,
  { scope }: Pick<ConsoleRequest['member'], 'scope'>,
  refundNo: string,
  query: Query = deps.database.query,
): Promise<RefundQueueRow | null> {
  const orderId = orderIdIn(deps, refundNo);
  if (orderId === null) return null;
  const conditions = new Conditions();
  withinOrders(conditions, deps.editions, scope);
  conditions.add('r.shard = ?::smallint and r.order_id = ?::bigint', shardOfOrder(orderId), orderId);
  conditions.add('r.refund_no = ?', refundNo.replace(/T\d\d$/, ''));
  const [row] = await findRefunds(query, conditions, false, 1);
  return row ?? null;
}

/** Why somebody may not decide a refund; null: may. Nobody reviews what they started. */
export function whyNotReviewed(
  member: ConsoleRequest['member'],
  row: RefundQueueRow,
  waiting: readonly number[],
): string | null {
  if (row.state !== 'REVIEWING') return '这笔退款不在等审核';
  if (row.review_approval !== null && waiting.includes(row.review_approval)) return '已经有人同意，在等第二个人复核';
  if (row.started_by === member.id) return '您发起的退款要由另一个人来审';
  return mayStaff(member.roles, 'refund.review') ? null : '您的角色不能审退款';
}

export function showRefund(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['showRefund']> {
  const { query } = deps.database;
  return async ({ refundNo }, request) => {
    const row = await openRefund(deps, request.member, refundNo);
    const order = row && (await deskOrder(query, row.shard, row.order_id));
    if (!row || !order) return fail('not-found', '没有这笔退款');
    const line = lineOf(deps, row);
    await request.note({ subject: line.orderNo, detail: refundNo });
    const names = await namesOf(deps, query, [row.started_by, row.reviewed_by]);
    const waiting = await waitingApprovals(query, REFUND_AGREE, deps.clock.now());
    const kind = stuckKind(row.state, row.refusal !== null);
    return ok({
      ...line,
      applicant: applicantOf(row, line.payer, names),
      whom: await whomOf(deps, row),
      paidAt: beijingDateTime(row.paid_at),
      channelNo: shortSerial(row.provider_txn),
      arrival: refundArrival(row.method).text,
      checks: await checksOf(deps, row, order),
      standing: await standingOf(query, row),
      trace: await traceOf(query, row),
      returnedReason: row.returned_reason,
      reviewedBy: row.reviewed_by === null ? null : (names.get(row.reviewed_by) ?? ''),
      whyNotMine: whyNotReviewed(request.member, row, waiting),
      handProblem: kind && (await handPayoutProblem(query, row)),
      held: await heldAs(query, row, deps.clock.now()),
      stuck: kind && {
        meaning: meaningOf(kind, row),
        ways: [...STUCK_RULES[kind].ways],
        retryAt: row.next_try_at === null ? null : beijingDateTime(row.next_try_at),
      },
    });
  };
}

/** What a refund that is stuck says about the money; of one that was refused, why. */
function meaningOf(kind: StuckKind, { refusal }: RefundQueueRow): string {
  const { meaning } = STUCK_RULES[kind];
  return kind === 'REFUSED' && refusal !== null ? `${meaning}。${refundRefusalText(refusal)}（${refusal}）` : meaning;
}

/** `waiting`: a second person is to say that it was paid by hand. `unsettled`: that came to nothing, and nothing sends it. */
async function heldAs(query: Query, row: RefundQueueRow, nowMs: number): Promise<RefundViewValue['held']> {
  if (!(await isHeldForHand(query, row))) return null;
  return (await isAsked(query, row, nowMs)) ? 'waiting' : 'unsettled';
}

function applicantOf(row: RefundQueueRow, payer: string, names: ReadonlyMap<number, string>): string {
  if (row.started_by !== null) return `${names.get(row.started_by) ?? '运营'}（运营发起）`;
  return row.client_key === null ? '系统自动' : `${payer}（缴费人本人，短信验证）`;
}

async function whomOf(deps: OrderDeskDependencies, row: RefundQueueRow): Promise<RefundViewValue['whom']> {
  const { query } = deps.database;
  const items = await query<{ policy_id: bigint; amount_fen: number }>(
    'select policy_id, amount_fen from refund_items where shard = $1 and refund_id = $2 order by policy_id',
    [row.shard, row.id],
  );
  const people = await insuredOfOrders(query, row.shard, [row.order_id]);
  return items.flatMap(({ policy_id: id, amount_fen: amountFen }) => {
    const person = people.find((one) => one.id === id);
    if (!person) return [];
    const { name, idNumber } = insuredDetails(deps, person);
    return [{ name: maskName(name), idNumber: maskMiddle(idNumber), amountFen }];
  });
}

async function checksOf(
  deps: OrderDeskDependencies,
  row: RefundQueueRow,
  order: DeskOrder,
): Promise<RefundViewValue['checks']> {
  const { query } = deps.database;
  const document = editionOfOrder(deps.editions, order)?.document;
  const [others] = await query<{ open: number; back_fen: number }>(
    `select count(*) filter (where state not in ('SETTLED', 'REJECTED'))::integer as open,
       coalesce(sum(amount_fen) filter (where state = 'SETTLED'), 0)::integer as back_fen
     from refunds where shard = $1 and order_id = $2 and id <> $3`,
    [row.shard, row.order_id, row.id],
  );
  const startsAt = document?.validDate;
  const hasStarted = startsAt !== undefined && startsAt <= beijingDateTime(deps.clock.now()).slice(0, 10);
  const leftFen = row.paid_fen - (others?.back_fen ?? 0) - row.amount_fen;
  const open = others?.open ?? 0;
  return [
    ...(startsAt === undefined
      ? []
      : [{ good: !hasStarted, text: `保障${hasStarted ? '已经开始' : '还没开始'}（${formatDotDate(startsAt)}）` }]),
    {
      good: row.paid_fen === order.premium_fen,
      text: `渠道实收 ${formatYuan(row.paid_fen)}，与订单${row.paid_fen === order.premium_fen ? '一致' : '不一致'}`,
    },
    { good: leftFen >= 0, text: leftFen >= 0 ? '没有多退' : `比收到的多退 ${formatYuan(-leftFen)}` },
    { good: open === 0, text: open === 0 ? '没有别的在途退款' : `同一订单还有 ${open} 笔退款没办完` },
    ...(row.reason_code === 'wrong-details' && !hasStarted
      ? [{ good: false, text: '只是信息填错的话，可以直接改，不用退' }]
      : []),
  ];
}

async function standingOf(query: Query, row: RefundQueueRow): Promise<number> {
  const [found] = await query<{ standing: number }>(
    `select count(*)::integer as standing from policies
     where shard = $1 and order_id = $2 and status in (0, 1, 5) and issued_at is not null`,
    [row.shard, row.order_id],
  );
  return found?.standing ?? 0;
}

async function traceOf(query: Query, row: RefundQueueRow): Promise<string | null> {
  const [found] = await query<{ trace: string | null }>(
    `select trace from order_recordings where shard = $1 and order_id = $2 and state = 'bound'`,
    [row.shard, row.order_id],
  );
  return found?.trace ?? null;
}
