import type { ConsoleCalls } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { fail, ok } from '../../http/handler.ts';
import { holdForHand, isHeldForHand, lockForHand } from '../payment/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { isAsked, newestHandPayout, releaseHandPayouts } from './hand-payout-store.ts';
import { seesOrderOf } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';
import { openRefund } from './show-refund.ts';

const HAND_RELEASE = 'hand-release';

interface Unpaid {
  readonly shard: number;
  readonly refundId: string;
  readonly orderId: string;
  /** The newest payment by hand that somebody spoke of: of a later one nobody has said here that it did not happen. */
  readonly payoutId: number;
}

const WAITS = '有人登记了人工退款，先等那一份有结果';
const BUSY = '系统正在处理这笔退款，请一分钟后再试';

/** A refund that somebody said was paid by hand goes its provider's way again only when two say that it was not. */
export function handReleaseKind(deps: Pick<OrderDeskDependencies, 'editions'>): ApprovalKind<Unpaid> {
  return {
    ...{
      kind: HAND_RELEASE,
      title: '放行停着的退款',
      asks: 'reconciliation.settle',
      decides: 'reconciliation.approve',
    },
    lastsMs: 3 * 24 * 60 * 60_000,
    within: ({ shard, orderId }, { scope }, { query }) => seesOrderOf(deps, query, scope, shard, BigInt(orderId)),
    async run({ shard, refundId, payoutId }, { query, nowMs }) {
      const refund = { shard, id: BigInt(refundId) };
      if (!(await lockForHand(query, refund, nowMs))) throw new NotPossible('staff-rule', BUSY);
      if (await isAsked(query, refund, nowMs)) throw new NotPossible('staff-rule', WAITS);
      if (!(await isHeldForHand(query, refund)) || (await newestHandPayout(query, refund)) !== payoutId) {
        throw new NotPossible('staff-rule', '这笔退款后来又变了，请重新查看');
      }
      await releaseHandPayouts(query, refund, nowMs);
      await holdForHand(query, refund, false);
    },
  };
}

/** Asks that a held refund be sent by its provider again, because no money left the house for it. */
export function releaseHeldRefund(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['releaseHeldRefund']> {
  return async ({ refundNo, reason }, request) => {
    const { member } = request;
    const nowMs = deps.clock.now();
    return deps.database.transaction(async (query) => {
      const row = await openRefund(deps, member, refundNo, query);
      if (!row) return fail('not-found', '没有这笔退款');
      await lockForHand(query, row, nowMs);
      if (await isAsked(query, row, nowMs)) return fail('staff-rule', WAITS);
      const payoutId = (await isHeldForHand(query, row)) ? await newestHandPayout(query, row) : null;
      if (payoutId === null) return fail('staff-rule', '这笔退款没有因人工退款停着，不用放行');
      const waiting = await deps.approvals.waitingOf(member, [HAND_RELEASE], row.refund_no, query);
      if (waiting.length > 0) return fail('staff-rule', '已经有人申请放行，在等第二个人同意');
      const payload: Unpaid = { shard: row.shard, refundId: String(row.id), orderId: String(row.order_id), payoutId };
      const details = `${formatYuan(row.amount_fen)} 元，登记的人工退款没有付出去，由渠道再退`;
      const approvalId = await deps.approvals.ask(
        query,
        { kind: HAND_RELEASE },
        { by: member, subject: row.refund_no, details, reason, payload },
      );
      const detail = `${row.refund_no} 申请放行：${reason}`;
      await request.note({ subject: deps.numbers.orderNo(row.order_id), detail }, query);
      return ok({ approvalNo: String(approvalId), status: 'waiting' as const });
    });
  };
}
