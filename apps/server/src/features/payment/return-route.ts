import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BrowserReturn } from '../../ports/payment-provider.ts';
import { positionId, shardOfOrder } from '../../security/order-ids.ts';
import { attemptById } from './attempt-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { detailsOf } from './start-payment.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * The way back from a provider's own pages: on to the page that asks what became of the payment, with the shared
 * parameters the payer left with. Nothing that the browser brings counts as payment; what is not the provider's leads to the orders.
 */
export function registerReturnRoute(fastify: FastifyInstance, deps: PaymentDependencies, back: BrowserReturn): void {
  const goOn = async (reply: FastifyReply, sent: string): Promise<FastifyReply> => {
    const merchantOrderNo = back.merchantOrderNoOf(sent);
    const target = merchantOrderNo === null ? null : await waitingPage(deps, merchantOrderNo);
    return reply.header('cache-control', 'no-store').redirect(`/${target ?? '#/orders'}`, 303);
  };
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => {
      done(null, body);
    });
    scope.route({
      method: back.method,
      url: back.path,
      handler: (request, reply) => {
        if (back.method === 'GET') return goOn(reply, request.url.split(/\?(.*)/s)[1] ?? '');
        return goOn(reply, typeof request.body === 'string' ? request.body : '');
      },
    });
  });
}

async function waitingPage(deps: PaymentDependencies, merchantOrderNo: string): Promise<string | null> {
  const at = deps.numbers.attemptOf(merchantOrderNo);
  if (!at) return null;
  const attemptId = positionId(at.orderId, at.attemptNo);
  const attempt = await attemptById(deps.database.query, shardOfOrder(at.orderId), attemptId);
  if (attempt?.merchant_order_no !== merchantOrderNo) return null;
  const { way } = detailsOf(deps, attempt);
  const leftWith = 'quitUrl' in way ? (way.quitUrl.split('?')[1] ?? '') : '';
  return mergeKeptQuery(`#/payLoading?orderNo=${deps.numbers.orderNo(at.orderId)}`, keptQueryOf(leftWith));
}
