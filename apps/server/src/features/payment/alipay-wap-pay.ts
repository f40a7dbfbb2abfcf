import type { Calls } from '@huimin/contract';
import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { startPayment } from './start-payment.ts';

/** Starts a payment on Alipay's page, from which the payer comes back over this server, or leaves to the order's page. */
export function alipayWapPay(deps: PaymentDependencies): Handler<Calls['alipayWapPay']> {
  return async (input, request) => {
    const back = deps.providers.get('alipay')?.browserReturn;
    if (!back) return fail('payment-method');
    // Only the shared parameters; the way back finds them in the stored start.
    const quit = mergeKeptQuery(`#/pay?orderNo=${input.orderNo}`, keptQueryOf(input.returnQuery ?? ''));
    const started = await startPayment(deps, request, {
      orderNo: input.orderNo,
      method: 'alipay',
      way: {
        kind: 'redirect',
        returnUrl: `${deps.publicOrigin}${back.path}`,
        quitUrl: `${deps.publicOrigin}/${quit}`,
      },
    });
    return started.ok ? ok({ payUrl: started.value.handle }) : started;
  };
}
