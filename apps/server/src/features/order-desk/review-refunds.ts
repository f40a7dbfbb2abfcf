import type { ConsoleCalls } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import { approveRefunds, rejectRefund, type Solved, sendRefundAgain } from '../payment/index.ts';
import { type ApprovalKind, type ConsoleHandler, type ConsoleRequest, NotPossible } from '../staff/index.ts';
import { seesOrderOf } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { REFUND_AGREE } from './refund-queue.ts';
import { markReviewed, type RefundQueueRow, waitingApprovals } from './refund-queue-store.ts';
import { openRefund, whyNotReviewed } from './show-refund.ts';

const LASTS_MS = 3 * 24 * 60 * 60_000;

interface Agreed {
  readonly refunds: readonly { readonly shard: number; readonly id: string; readonly orderId: string }[];
}

/** What one person agreed to goes on when a second one has looked: the money then moves as any other refund's does. */
export function refundAgreeKind(deps: Pick<OrderDeskDependencies, 'editions'>): ApprovalKind<Agreed> {
  return {
    ...{ kind: REFUND_AGREE, title: '退款复核', asks: 'refund.review', decides: 'refund.review', lastsMs: LASTS_MS },
    /** A batch goes as a whole, so whoever looks at it sees each order. */
    async within({ refunds }, { scope }, { query }) {
      for (const { shard, orderId } of refunds) {
        if (!(await seesOrderOf(deps, query, scope, shard, BigInt(orderId)))) return false;
      }
      return true;
    },
    async run({ refunds }, { query, decidedBy, nowMs }) {
      for (const { shard, id } of refunds) {
        const [row] = await query<{ started_by: number | null }>(
          'select started_by from refunds where shard = $1 and id = $2 for update',
          [shard, id],
        );
        if (row?.started_by != null && row.started_by === decidedBy?.id) {
          throw new NotPossible('staff-rule', '这一批里有您发起的退款，要由另一个人复核');
        }
      }
      const given = refunds.map(({ shard, id, orderId }) => ({ shard, id: BigInt(id), order_id: BigInt(orderId) }));
      const moved = await approveRefunds(query, given, nowMs);
      if (moved !== refunds.length) throw new NotPossible('staff-rule', '这一批里有退款已经变了，请重新审');
    },
  };
}

/** The refunds of some numbers and those that were asked for together with them, or why they cannot be decided. */
async function reviewable(
  deps: OrderDeskDependencies,
  query: Query,
  member: ConsoleRequest['member'],
  refundNos: readonly string[],
): Promise<Reply<RefundQueueRow[]>> {
  const waiting = await waitingApprovals(query, REFUND_AGREE, deps.clock.now());
  const found = new Map<bigint, RefundQueueRow>();
  const open = async (refundNo: string): Promise<Reply<RefundQueueRow>> => {
    const row = await openRefund(deps, member, refundNo, query);
    if (!row) return fail('not-found', '没有这笔退款');
    const why = whyNotReviewed(member, row, waiting);
    if (why !== null) return fail('staff-rule', `${refundNo}：${why}`);
    found.set(row.id, row);
    return ok(row);
  };
  for (const refundNo of refundNos) {
    const opened = await open(refundNo);
    if (!opened.ok) return opened;
    const together = await query<{ refund_no: string }>(
      `select refund_no from refunds where state = 'REVIEWING' and shard = $1 and client_key = $2 and applied_by = (
         select applied_by from refunds where shard = $1 and id = $3) and id <> $3`,
      [opened.value.shard, opened.value.client_key, opened.value.id],
    );
    for (const { refund_no: other } of together) {
      const also = await open(other);
      if (!also.ok) return also;
    }
  }
  // Whoever holds several takes them in this order.
  const rows = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const row of rows) {
    await query('select 1 from refunds where shard = $1 and id = $2 for update', [row.shard, row.id]);
  }
  return ok(rows);
}

export function agreeRefunds(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['agreeRefunds']> {
  return async ({ refundNos, note }, request) => {
    const { member } = request;
    return deps.database.transaction(async (query) => {
      const rows = await reviewable(deps, query, member, refundNos);
      if (!rows.ok) return rows;
      const sumFen = rows.value.reduce((sum, row) => sum + row.amount_fen, 0);
      const subject = `${rows.value.length} 笔退款，共 ${formatYuan(sumFen)} 元`;
      const payload: Agreed = {
        refunds: rows.value.map((row) => ({ shard: row.shard, id: String(row.id), orderId: String(row.order_id) })),
      };
      const approvalId = await deps.approvals.ask(
        query,
        { kind: REFUND_AGREE },
        { by: member, subject, reason: note?.trim() || '审核同意', payload },
      );
      for (const row of rows.value) {
        await markReviewed(query, row, { approvalId, by: member.id, at: new Date(deps.clock.now()) });
        await request.note({ subject: deps.numbers.orderNo(row.order_id), detail: `同意 ${row.refund_no}` }, query);
      }
      return ok({ approvalNo: String(approvalId), status: 'waiting' as const });
    });
  };
}

export function returnRefunds(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['returnRefunds']> {
  return async ({ refundNos, reason }, request) => {
    try {
      return await deps.database.transaction(async (query) => {
        const rows = await reviewable(deps, query, request.member, refundNos);
        if (!rows.ok) return rows;
        for (const row of rows.value) {
          const turned = await rejectRefund(query, row, { reason, by: request.member.id, nowMs: deps.clock.now() });
          if (turned === 'policy-returns') {
            throw new NotPossible('staff-rule', `${row.refund_no}：升级所在的保单也在退或已经退了，升级要一起退`);
          }
          const detail = `退回 ${row.refund_no}：${reason}`;
          await request.note({ subject: deps.numbers.orderNo(row.order_id), detail }, query);
        }
        return ok({ returned: rows.value.length });
      });
    } catch (problem) {
      if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
      throw problem;
    }
  };
}

/**
 * One person is enough: two have agreed to the refund, or the rules gave it, to the same payer; its provider has just said that no
 * money moved, and the same is done by itself three times before.
 */
export function sendStuckRefund(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['sendStuckRefund']> {
  return async ({ refundNo, reason }, request) => {
    const row = await openRefund(deps, request.member, refundNo);
    if (!row) return fail('not-found', '没有这笔退款');
    const { name, account } = request.member;
    const entry = { subject: deps.numbers.orderNo(row.order_id), detail: `${refundNo} 换单号再退：${reason}` };
    const solved = await sendRefundAgain(deps.payment, refundNo, { by: `${name}（${account}）`, reason }, (query) =>
      request.note(entry, query),
    );
    return solved.kind === 'sent-again' ? ok({ refundNo: solved.refundNo }) : notSolved(solved);
  };
}

const notSolved = (solved: Solved): Reply<never> =>
  solved.kind === 'not-so' ? fail('staff-rule', solved.why) : fail('not-found', '没有这笔退款');
