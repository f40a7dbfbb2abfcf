import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../http/handler.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { startOnProviderPage } from './start-on-provider-page.ts';

/** Starts a payment on Alipay's page, whose address carries the order. */
export function alipayWapPay(deps: PaymentDependencies): Handler<Calls['alipayWapPay']> {
  return async (input, request) => {
    const started = await startOnProviderPage(deps, request, input, 'alipay');
    return started.ok ? ok({ payUrl: started.value.handle }) : started;
  };
}
