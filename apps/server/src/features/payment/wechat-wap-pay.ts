import type { Calls } from '@huimin/contract';
import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';
import { type Handler, ok } from '../../http/handler.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { startPayment } from './start-payment.ts';

/** Starts a payment outside WeChat; serves the GET and the POST call, whose client passes the reply on unchecked. */
export function wechatWapPay(deps: PaymentDependencies): Handler<Calls['wechatWapPay']> {
  return async (input, request) => {
    // Only the shared parameters: the address goes to the provider and back.
    const back = mergeKeptQuery(`#/payLoading?orderNo=${input.orderNo}`, keptQueryOf(input.returnQuery ?? ''));
    const started = await startPayment(deps, request, {
      orderNo: input.orderNo,
      method: 'wxpay',
      way: { kind: 'h5', returnUrl: `${deps.publicOrigin}/${back}`, clientSystem: systemOf(request.userAgent) },
    });
    return started.ok ? ok({ payUrl: started.value.handle }) : started;
  };
}

function systemOf(userAgent: string): 'iOS' | 'Android' | 'Wap' {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'iOS';
  return /Android/.test(userAgent) ? 'Android' : 'Wap';
}
