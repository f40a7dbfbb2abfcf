import type { Calls } from '@huimin/contract';
import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';
import { fail, type Handler, ok } from '../../../http/handler.ts';
import { orderOfOwner, policyholderDetails } from '../../order/index.ts';
import { attemptsOf } from '../attempt-store.ts';
import type { PaymentDependencies } from '../payment-dependencies.ts';
import { startPayment } from '../start-payment.ts';
import { type MedicalWay, openMedicalWay, unusedPermission } from './usable-permission.ts';

/** Starts a payment from the personal account at the bureau's cashier, by a permission given for this order. */
export function medicalAccountWapPay(deps: PaymentDependencies): Handler<Calls['medicalAccountWapPay']> {
  return async (input, request) => {
    const back = deps.medicalAccount?.browserReturn;
    if (!back) return fail('payment-method');
    const orderId = deps.numbers.orderId(input.orderNo);
    const order = orderId === null ? null : await orderOfOwner(deps.database.query, request.user, orderId);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const attempts = await attemptsOf(deps.database.query, order.shard, order.id);
    const permissionNo = await unusedPermission(deps, order, attempts);
    const quit = mergeKeptQuery(`#/pay?orderNo=${input.orderNo}`, keptQueryOf(input.returnQuery ?? ''));
    const { name, idNumber } = policyholderDetails(deps, order);
    const way: MedicalWay | null =
      openMedicalWay(deps, attempts) ??
      (permissionNo === null
        ? null
        : {
            kind: 'medical-account',
            returnUrl: `${deps.publicOrigin}${back.path}`,
            quitUrl: `${deps.publicOrigin}/${quit}`,
            payer: { name, idNumber },
            permissionNo,
          });
    if (way === null) return fail('medical-permission');
    const started = await startPayment(deps, request, { orderNo: input.orderNo, method: 'xmybpay', way });
    return started.ok ? ok({ payUrl: started.value.handle }) : started;
  };
}
