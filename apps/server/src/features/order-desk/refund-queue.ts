import type { ConsoleCalls, RefundLineValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { maskName } from '@huimin/domain/person';
import { numberOfRound, refundReasonLabel, shownRefundStatus } from '@huimin/domain/refund';
import { ok } from '../../http/handler.ts';
import type { PersonDetails } from '../insured/index.ts';
import { METHOD_LABELS } from '../order/index.ts';
import type { ConsoleHandler, ConsoleRequest } from '../staff/index.ts';
import { REFUND_START } from './ask-refund.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { Conditions, withinOrders } from './order-scope.ts';
import {
  countRefunds,
  findRefunds,
  type RefundQueueRow,
  type RefundTab,
  TABS,
  waitingApprovals,
} from './refund-queue-store.ts';

export const REFUND_AGREE = 'refund-agree';
const PAGE = 40;
const MOST_OF_BATCH = 100;

/** As the log of looks says them. */
const TAB_NAMES: Readonly<Record<RefundTab, string>> = {
  ...{ review: '待审', second: '待复核', moving: '退款中' },
  ...{ stuck: '退款没成', done: '已退', returned: '已退回' },
};

/** Conditions on refunds within somebody's scope, of one tab. */
export function tabConditions(
  deps: Pick<OrderDeskDependencies, 'editions'>,
  { scope }: Pick<ConsoleRequest['member'], 'scope'>,
  tab: RefundTab,
  waiting: readonly number[],
): Conditions {
  const conditions = new Conditions();
  withinOrders(conditions, deps.editions, scope);
  conditions.add(TABS[tab], waiting);
  return conditions;
}

export function listRefunds(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['listRefunds']> {
  const { query } = deps.database;
  return async (input, request) => {
    const { member } = request;
    const tab = input.tab ?? 'review';
    const nowMs = deps.clock.now();
    const waiting = await waitingApprovals(query, REFUND_AGREE, nowMs);
    const conditions = tabConditions(deps, member, tab, waiting);
    if (input.reason !== undefined) conditions.add('r.reason_code = ?', input.reason);
    if (input.method !== undefined) conditions.add('p.method = ?', input.method);
    const isByDue = tab === 'review';
    if (input.after !== undefined) {
      const [at, id] = input.after.split('_');
      if (isByDue) conditions.add('(r.review_due_at, r.id) > (?::timestamptz, ?::bigint)', new Date(Number(at)), id);
      else conditions.add('r.id < ?::bigint', id);
    }
    const isSecond = tab === 'second';
    const rows = isSecond ? [] : await findRefunds(query, conditions, isByDue, PAGE + 1);
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    const batches = isSecond ? await batchesOf(deps, member) : [];
    if (input.after === undefined) await request.note({ subject: '退款', detail: TAB_NAMES[tab] });
    return ok({
      counts: await countsOf(deps, member, waiting),
      refunds: page.map((row) => lineOf(deps, row)),
      batches,
      next: rows.length > PAGE && last ? `${last.review_due_at ?? 0}_${last.id}` : null,
      at: beijingDateTime(nowMs),
    });
  };
}

async function countsOf(deps: OrderDeskDependencies, member: ConsoleRequest['member'], waiting: readonly number[]) {
  const { query } = deps.database;
  const count = (tab: RefundTab) => countRefunds(query, tabConditions(deps, member, tab, waiting));
  const [review, moving, stuck] = [await count('review'), await count('moving'), await count('stuck')];
  // Those of one city are a few among all that ever were, and no index leads to them; a channel has one of its own.
  const isFound = member.scope.cities === null || member.scope.channels !== null;
  const [done, returned] = isFound ? [await count('done'), await count('returned')] : [null, null];
  return { review, second: (await batchesOf(deps, member)).length, moving, stuck, done, returned };
}

/** What waits for the second person: reviews of what residents asked for, and what the staff themselves started. */
async function batchesOf(deps: OrderDeskDependencies, member: ConsoleRequest['member']) {
  const { query } = deps.database;
  const approvals = await deps.approvals.waitingOf(member, [REFUND_AGREE, REFUND_START]);
  const batches = [];
  for (const approval of approvals) {
    if (approval.kind === REFUND_START) {
      const conditions = new Conditions();
      withinOrders(conditions, deps.editions, member.scope);
      const id = deps.numbers.orderId(approval.subject);
      conditions.add('o.id = ?::bigint', id ?? -1n);
      const [seen] = await query(`select 1 as one from orders o where ${conditions.text}`, conditions.values);
      if (seen) batches.push({ approval, refunds: [] });
      continue;
    }
    const rows = await findRefunds(
      query,
      tabConditions(deps, member, 'second', [Number(approval.approvalNo)]),
      false,
      MOST_OF_BATCH,
    );
    if (rows.length > 0) batches.push({ approval, refunds: rows.map((row) => lineOf(deps, row)) });
  }
  return batches;
}

export function lineOf(
  { numbers, vault }: Pick<OrderDeskDependencies, 'numbers' | 'vault'>,
  row: RefundQueueRow,
): RefundLineValue {
  const { label, tone } = shownRefundStatus(row.state);
  return {
    refundNo: numberOfRound(row.refund_no, row.round),
    orderNo: numbers.orderNo(row.order_id),
    appliedAt: beijingDateTime(row.created_at),
    payer: maskName(vault.openJson<PersonDetails>('policyholder', row.policyholder_sealed).name),
    people: row.people,
    amountFen: row.amount_fen,
    reason: row.reason_code === null ? row.reason : refundReasonLabel(row.reason_code),
    to: METHOD_LABELS[row.method] ?? row.method,
    dueAt: row.state === 'REVIEWING' && row.review_due_at !== null ? beijingDateTime(row.review_due_at) : null,
    ...{ statusLabel: label, tone },
  };
}
