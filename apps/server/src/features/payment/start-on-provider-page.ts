import type { PaymentMethod } from '@huimin/contract';
import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';
import { type CallRequest, fail, type Reply } from '../../http/handler.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { methodOf } from './payment-methods.ts';
import { type StartedPayment, startPayment } from './start-payment.ts';

/** Starts a payment on the provider's own page, from which the payer comes back over this server, or leaves to the order's page. */
export async function startOnProviderPage(
  deps: PaymentDependencies,
  request: CallRequest,
  input: { readonly orderNo: string; readonly returnQuery?: string },
  method: PaymentMethod,
): Promise<Reply<StartedPayment>> {
  const back = deps.providers.get(methodOf(method).provider)?.browserReturn;
  if (!back) return fail('payment-method');
  // Only the shared parameters; the way back finds them in the stored start.
  const quit = mergeKeptQuery(`#/pay?orderNo=${input.orderNo}`, keptQueryOf(input.returnQuery ?? ''));
  return startPayment(deps, request, {
    orderNo: input.orderNo,
    method,
    way: {
      kind: 'redirect',
      returnUrl: `${deps.publicOrigin}${back.path}`,
      quitUrl: `${deps.publicOrigin}/${quit}`,
    },
  });
}
