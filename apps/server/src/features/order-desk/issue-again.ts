import type { ConsoleCalls } from '@huimin/contract/console';
import { ORDER_STATUS } from '@huimin/domain/order';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { type DeskOrder, openOrder } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';

/** Why an order is not issued again; null: it waits for its policies. */
export function whyNotIssued({ status, kind }: Pick<DeskOrder, 'status' | 'kind'>): string | null {
  if (kind === 'upgrade') return '升级没有另外的保单';
  if (status === ORDER_STATUS.paid || status === ORDER_STATUS.issuing) return null;
  if (status === ORDER_STATUS.issuingFailed) return '承保失败，钱会自动退，不再出单';
  return status < ORDER_STATUS.paid ? '还没有付款' : '保单已经出了';
}

/** Puts the order in front of those that wait to be issued, whatever came in the way before. Safe to repeat. */
export function issueOrderAgain(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['issueOrderAgain']> {
  return async ({ orderNo, reason }, request) => {
    const opened = await openOrder(deps, request.member, orderNo);
    if (!opened.ok) return opened;
    const order = opened.value;
    const why = whyNotIssued(order);
    if (why !== null) return fail('staff-rule', `${why}，不能重新出单`);
    const at = new Date(deps.clock.now());
    await deps.database.transaction(async (inside) => {
      await inside(
        `insert into outbox (shard, id, kind, order_id, created_at, available_at)
         values ($1, $2, 'order-paid', $2, $3, $3)
         on conflict (shard, id, kind) do update set available_at = $3, lease_until = null, tries = 0`,
        [order.shard, order.id, at],
      );
      await request.note({ subject: orderNo, detail: reason }, inside);
    });
    return ok({});
  };
}
