import type { Calls } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { fail, type Handler, ok } from '../../../http/handler.ts';
import { orderOfOwner } from '../../order/index.ts';
import type { PaymentDependencies } from '../payment-dependencies.ts';
import { paymentsOf } from '../payment-store.ts';
import { centreBusy } from './payer-account.ts';

/** What the medical insurance booked for the owner's order. */
export function medicalAccountSettlement(deps: PaymentDependencies): Handler<Calls['medicalAccountSettlement']> {
  return async (input, request) => {
    const { query } = deps.database;
    const orderId = deps.numbers.orderId(input.orderNo);
    const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
    const centre = deps.medicalAccount;
    if (!order || !centre) return fail('not-found', '没有找到这笔订单');
    const payment = (await paymentsOf(query, order.shard, order.id)).find((row) => row.provider === centre.code);
    if (!payment) return fail('not-found', '这笔订单没有用医保个人账户付款');
    const answer = await centre.settlementLines(payment.provider_txn);
    if (answer.kind === 'unknown') return centreBusy();
    if (answer.kind === 'none') return fail('not-found', '医保还没有结算记录，请稍后再看');
    const lines = answer.lines.map(({ settledAtMs, ...line }) => ({ ...line, settledAt: formatDateTime(settledAtMs) }));
    return ok({ lines });
  };
}
