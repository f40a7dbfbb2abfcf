import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../http/handler.ts';
import type { CashierForm } from '../../ports/payment-provider.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { startOnProviderPage } from './start-on-provider-page.ts';

/** Starts a payment on UnionPay's page, which the browser opens by a form that carries the order. */
export function unionpayWapPay(deps: PaymentDependencies): Handler<Calls['unionpayWapPay']> {
  return async (input, request) => {
    const started = await startOnProviderPage(deps, request, input, 'unionpay');
    return started.ok ? ok(JSON.parse(started.value.handle) as CashierForm) : started;
  };
}
