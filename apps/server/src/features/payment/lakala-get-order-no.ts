import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../http/handler.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { startOnProviderPage } from './start-on-provider-page.ts';

/** Starts a payment at Lakala's cashier, where the payer chooses how to pay. */
export function lakalaGetOrderNo(deps: PaymentDependencies): Handler<Calls['lakalaGetOrderNo']> {
  return async (input, request) => {
    const started = await startOnProviderPage(deps, request, input, 'lakala');
    return started.ok ? ok({ payUrl: started.value.handle }) : started;
  };
}
