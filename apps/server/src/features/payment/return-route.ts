import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';
import type { FastifyInstance } from 'fastify';
import type { BrowserReturn } from '../../ports/payment-provider.ts';
import { positionId, shardOfOrder } from '../../security/order-ids.ts';
import { attemptById } from './attempt-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { detailsOf } from './start-payment.ts';

/**
 * The way back from a provider's own pages: on to the page that asks what became of the payment, with the shared
 * parameters the payer left with. Nothing of the query counts as payment; an unsigned one leads to the orders.
 */
export function registerReturnRoute(fastify: FastifyInstance, deps: PaymentDependencies, back: BrowserReturn): void {
  fastify.get(back.path, async (request, reply) => {
    const [, query = ''] = request.url.split(/\?(.*)/s);
    const merchantOrderNo = back.merchantOrderNoOf(query);
    const target = merchantOrderNo === null ? null : await waitingPage(deps, merchantOrderNo);
    return reply.header('cache-control', 'no-store').redirect(`/${target ?? '#/orders'}`, 303);
  });
}

async function waitingPage(deps: PaymentDependencies, merchantOrderNo: string): Promise<string | null> {
  const at = deps.numbers.attemptOf(merchantOrderNo);
  if (!at) return null;
  const attemptId = positionId(at.orderId, at.attemptNo);
  const attempt = await attemptById(deps.database.query, shardOfOrder(at.orderId), attemptId);
  if (attempt?.merchant_order_no !== merchantOrderNo) return null;
  const { way } = detailsOf(deps, attempt);
  const leftWith = way.kind === 'redirect' ? (way.quitUrl.split('?')[1] ?? '') : '';
  return mergeKeptQuery(`#/payLoading?orderNo=${deps.numbers.orderNo(at.orderId)}`, keptQueryOf(leftWith));
}
