import type { ConsoleCalls } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { refundReasonLabel } from '@huimin/domain/refund';
import { fail, ok } from '../../http/handler.ts';
import { checkStaffRefund, refundByStaff, type StaffRefund } from '../refund/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { deskOrder, openOrder, seesOrderOf } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';

export const REFUND_START = 'refund-start';
const LASTS_MS = 3 * 24 * 60 * 60_000;

type Asked = Pick<StaffRefund, 'policyNos' | 'reason' | 'expectedFen'> & {
  readonly shard: number;
  readonly orderId: string;
};

/** A refund that one of the staff starts is decided by another; nothing of the order changes before that. */
export function refundStartKind(deps: Omit<OrderDeskDependencies, 'approvals'>): ApprovalKind<Asked> {
  return {
    ...{ kind: REFUND_START, title: '发起退款', asks: 'refund.ask', decides: 'refund.review', lastsMs: LASTS_MS },
    within: ({ shard, orderId }, { scope }, { query }) => seesOrderOf(deps, query, scope, shard, BigInt(orderId)),
    async run({ shard, orderId, ...asked }, { query, approvalId, askedBy, decidedBy }) {
      const order = await deskOrder(query, shard, BigInt(orderId));
      if (!order) throw new NotPossible('staff-rule', '没有这笔订单');
      const done = await refundByStaff(deps, query, order, {
        ...asked,
        clientKey: `staff-approval-${approvalId}`,
        startedBy: askedBy.id,
      });
      if (!done.ok) throw new NotPossible('staff-rule', done.message ?? '这笔订单现在不能退了');
      await query(`update refunds set reviewed_by = $3 where shard = $1 and order_id = $2 and client_key = $4`, [
        ...[shard, order.id, decidedBy?.id ?? null, `staff-approval-${approvalId}`],
      ]);
    },
  };
}

export function askOrderRefund(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['askOrderRefund']> {
  return async ({ orderNo, policyNos, refundReason, expectedFen, reason }, request) => {
    const opened = await openOrder(deps, request.member, orderNo);
    if (!opened.ok) return opened;
    const order = opened.value;
    const waiting = await deps.approvals.waitingOf(request.member, [REFUND_START], orderNo);
    if (waiting.length > 0) return fail('staff-rule', '这笔订单有一份退款在等第二个人同意');
    const checked = await checkStaffRefund(deps, deps.database.query, order, policyNos);
    if (!checked.ok) return checked;
    if (checked.value !== expectedFen) {
      return fail('order-state', `可退金额现在是 ${formatYuan(checked.value)} 元，请重新确认`);
    }
    const words = `${refundReasonLabel(refundReason)}，${policyNos.length} 人 ${formatYuan(expectedFen)} 元：${reason}`;
    const approvalNo = await deps.database.transaction(async (inside) => {
      await request.note({ subject: orderNo, detail: words }, inside);
      const payload: Asked = {
        ...{ shard: order.shard, orderId: String(order.id) },
        ...{ policyNos, reason: refundReason, expectedFen },
      };
      return deps.approvals.ask(
        inside,
        { kind: REFUND_START },
        { by: request.member, subject: orderNo, reason: words, payload },
      );
    });
    return ok({ approvalNo: String(approvalNo), status: 'waiting' as const });
  };
}
