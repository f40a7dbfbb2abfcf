import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../http/handler.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { startOnProviderPage } from './start-on-provider-page.ts';

/** Starts a payment at the insurer's own cashier. */
export function rbGetPayUrl(deps: PaymentDependencies): Handler<Calls['rbGetPayUrl']> {
  return async (input, request) => {
    const started = await startOnProviderPage(deps, request, input, 'rb');
    return started.ok ? ok({ payUrl: started.value.handle }) : started;
  };
}
