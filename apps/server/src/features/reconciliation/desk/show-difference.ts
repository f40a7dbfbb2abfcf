import type { ConsoleCalls, DifferenceMomentValue, DifferenceValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { shownOrderStatus } from '@huimin/domain/order';
import { providerLabel } from '@huimin/domain/payment';
import {
  type Advice,
  DIFFERENCE_CLASSES,
  RESOLUTIONS,
  type Resolution,
  resolutionsFor,
} from '@huimin/domain/reconciliation';
import { APPROVAL_STATUS_TABLE, seesEverything } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import type { Query } from '../../../db/database.ts';
import { fail, ok } from '../../../http/handler.ts';
import { shardOfOrder } from '../../../security/order-ids.ts';
import type { ConsoleHandler } from '../../staff/index.ts';
import { type ReconciliationDeskDependencies, SEES_ALL } from './desk-deps.ts';
import { differenceById } from './desk-store.ts';
import { decidedText, differenceIdOf, lineOf, shortened } from './difference-lines.ts';

/** What each way does, as whoever decides reads it. */
const MEANS: Readonly<Record<Resolution, string>> = {
  booked: '先向渠道再查一次，确认后记成这张订单的付款；订单已关闭的自动退回',
  refunded: '先向渠道再查一次，确认后记账并全额原路退回',
  held: '先不处理，钱记在挂账科目，可以再改成别的处理',
  corrected: '向渠道查这笔退款，以渠道的结果改我方的状态',
  checked: '不动钱：已经核实是账单错了',
};

const ADVISED: Readonly<Partial<Record<Advice, Resolution>>> = {
  book: 'booked',
  refund: 'refunded',
  correct: 'corrected',
  'refund-again': 'corrected',
};

type Found = NonNullable<Awaited<ReturnType<typeof differenceById>>>;

export function showDifference(deps: ReconciliationDeskDependencies): ConsoleHandler<ConsoleCalls['showDifference']> {
  const { query } = deps.database;
  return async ({ differenceNo }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    const nowMs = deps.clock.now();
    const found = await differenceById(query, differenceIdOf(differenceNo), nowMs);
    if (!found) return fail('not-found', '没有这笔差异');
    await request.note({
      subject: `${found.day} 对账差异 ${found.id}`,
      detail: `${providerLabel(found.provider)} ${DIFFERENCE_CLASSES[found.class]} ${shortened(found.provider_txn)}`,
    });
    const [order, decision] = await Promise.all([orderOf(query, found), lastDecision(query, found.id, nowMs)]);
    const mayDecide = (found.state === 'open' || found.state === 'held') && !found.under_way;
    const status = order && shownOrderStatus(order.status);
    return ok({
      ...lineOf(found),
      ...{ day: found.day, kind: found.kind, wholeNumber: found.provider_txn, refundNo: found.refund_no },
      merchantOrderNo: found.merchant_order_no,
      orderNo: found.order_id !== null && order ? deps.numbers.orderNo(found.order_id) : null,
      orderStatus: status?.label ?? null,
      orderTone: toneOf(status?.tone),
      moments: await momentsOf(query, found, order),
      ways: mayDecide ? waysOf(found) : [],
      decision,
    });
  };
}

const toneOf = (tone: string | undefined): DifferenceValue['orderTone'] =>
  tone === 'success' || tone === 'warn' || tone === 'error' || tone === 'info' ? tone : 'neutral';

function waysOf({ class: found, advice, state }: Found): DifferenceValue['ways'] {
  return resolutionsFor(found)
    .filter((way) => !(way === 'held' && state === 'held'))
    .map((resolution) => ({
      ...{ resolution, label: RESOLUTIONS[resolution], means: MEANS[resolution] },
      isAdvised: ADVISED[advice] === resolution,
    }));
}

interface OrderRow {
  readonly status: number;
  readonly created_at: number;
  readonly paid_at: number | null;
  readonly issued_at: number | null;
  readonly closed_at: number | null;
}

async function orderOf(query: Query, { order_id: id }: Found): Promise<OrderRow | null> {
  if (id === null) return null;
  const [row] = await query<OrderRow>(
    'select status, created_at, paid_at, issued_at, closed_at from orders where shard = $1 and id = $2',
    [shardOfOrder(id), id],
  );
  return row ?? null;
}

interface Happened {
  readonly at: number;
  readonly text: string;
  readonly detail?: string;
  readonly mark?: DifferenceMomentValue['mark'];
}

/** What is known of the money, as it went: order, attempts, payments, refunds, the bill's line, comparing, deciding. */
async function momentsOf(query: Query, found: Found, order: OrderRow | null): Promise<DifferenceMomentValue[]> {
  const [saved, ...later] = orderMoments(order);
  const happened: Happened[] = [
    ...(saved ? [saved] : []),
    ...(await moneyMoments(query, found)),
    ...later,
    ...(await billMoments(query, found)),
    {
      at: found.first_seen_at,
      text: `对账归为${DIFFERENCE_CLASSES[found.class]}`,
      detail: found.finding,
      mark: found.state === 'open' || found.state === 'waiting' ? 'now' : 'plain',
    },
  ];
  if (found.resolved_at !== null) {
    const by = [found.resolved_by, found.reason].filter(Boolean).join('：');
    happened.push({
      ...{ at: found.resolved_at, text: decidedText(found.resolution) ?? '', detail: by },
      mark: found.state === 'held' ? 'now' : 'done',
    });
  }
  // Providers tell seconds; within one, the order above is that in which things happen.
  return happened
    .toSorted((one, other) => Math.floor(one.at / 1000) - Math.floor(other.at / 1000))
    .map(({ at, text, detail = '', mark = 'plain' }) => ({ at: beijingDateTime(at), text, detail, mark }));
}

function orderMoments(order: OrderRow | null): Happened[] {
  if (order === null) return [];
  const moments: [number | null, string, DifferenceMomentValue['mark']][] = [
    [order.created_at, '下单', 'plain'],
    [order.paid_at, '订单记为已付款', 'done'],
    [order.issued_at, '承保', 'done'],
    [order.closed_at, '订单关闭', 'plain'],
  ];
  return moments.flatMap(([at, text, mark]) => (at === null ? [] : [{ at, text, mark }]));
}

async function moneyMoments(query: Query, found: Found): Promise<Happened[]> {
  if (found.order_id === null) return [];
  const key = [shardOfOrder(found.order_id), found.order_id];
  const [attempts, payments, refunds] = await Promise.all([
    query<{ created_at: number; amount_fen: number }>(
      `select created_at, amount_fen from payment_attempts
       where shard = $1 and order_id = $2 and merchant_order_no = $3 order by id limit 20`,
      [...key, found.merchant_order_no],
    ),
    query<{ provider: string; amount_fen: number; purpose: string; paid_at: number; received_at: number }>(
      `select provider, amount_fen, purpose, paid_at, received_at from payments where shard = $1 and order_id = $2
       order by id limit 20`,
      key,
    ),
    query<{ amount_fen: number; created_at: number; settled_at: number | null; refusal: string | null }>(
      `select amount_fen, created_at, settled_at, refusal from refunds where shard = $1 and order_id = $2
       order by id limit 20`,
      key,
    ),
  ]);
  return [
    ...attempts.map((one) => ({ at: one.created_at, text: `发起付款 ${formatYuan(one.amount_fen)}` })),
    ...payments.map((one) => ({
      at: one.paid_at,
      text: `${providerLabel(one.provider)}扣款 ${formatYuan(one.amount_fen)}`,
      detail: `${beijingDateTime(one.received_at).slice(11, 19)} 收到渠道的结果${one.purpose === 'surplus' ? '，多付的一笔' : ''}`,
      mark: 'done' as const,
    })),
    ...refunds.flatMap((one): Happened[] => [
      {
        at: one.created_at,
        text: `发起退款 ${formatYuan(one.amount_fen)}`,
        ...(one.refusal && one.settled_at === null ? { detail: `渠道没有接受：${one.refusal}`, mark: 'bad' } : {}),
      },
      ...(one.settled_at === null
        ? []
        : [{ at: one.settled_at, text: `退款到账 ${formatYuan(one.amount_fen)}`, mark: 'done' as const }]),
    ]),
  ];
}

/** What the newest version of any day's bill says of the same number. */
async function billMoments(query: Query, found: Found): Promise<Happened[]> {
  const rows = await query<{ day: string; at: number; amount_fen: number; kind: string }>(
    `select l.day, l.at, l.amount_fen, l.kind from bill_lines l
     where l.shard = $1 and l.provider = $2 and l.provider_txn = $3
       and l.version = (select max(b.version) from bills b where b.provider = l.provider and b.day = l.day)
     order by l.day, l.line limit 20`,
    [found.order_id === null ? 0 : shardOfOrder(found.order_id), found.provider, found.provider_txn],
  );
  return rows.map(({ day, at, amount_fen, kind }) => ({
    ...{ at, text: `${day} 渠道账单：${kind === 'refund' ? '退款' : '付款'} ${formatYuan(amount_fen)}` },
    mark: 'done' as const,
  }));
}

interface DecisionRow {
  readonly approval_id: number;
  readonly resolution: Resolution;
  readonly reason: string;
  readonly state: string;
  readonly problem: string;
  readonly asked_at: number;
  readonly status: string;
  readonly expires_at: number;
  readonly note: string | null;
}

const STATES: Readonly<Record<string, string>> = { agreed: '已同意，正在办', done: '已办好', failed: '没办成' };

async function lastDecision(query: Query, id: bigint, nowMs: number): Promise<DifferenceValue['decision']> {
  const [row] = await query<DecisionRow>(
    `select c.approval_id, c.resolution, c.reason, c.state, c.problem, c.asked_at, a.status, a.expires_at, a.note
     from reconciliation_decisions c join staff_approvals a on a.id = c.approval_id
     where c.difference_id = $1 order by c.id desc limit 1`,
    [id],
  );
  if (!row) return null;
  const status = row.status === 'waiting' && row.expires_at <= nowMs ? 'expired' : row.status;
  return {
    ...{ approvalNo: String(row.approval_id), label: RESOLUTIONS[row.resolution], reason: row.reason },
    stateLabel: STATES[row.state] ?? statusEntryOf(APPROVAL_STATUS_TABLE, status)?.label ?? status,
    problem: row.problem || (row.note ?? ''),
    askedAt: beijingDateTime(row.asked_at),
  };
}
