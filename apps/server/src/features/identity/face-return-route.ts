import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';
import type { FastifyInstance } from 'fastify';
import type { FaceProvider } from '../../ports/identity-checks.ts';

const CHECK_NO = /^F[0-9]{19}$/;

export function returnPath(code: FaceProvider['code']): string {
  return `/identity/return/${code}`;
}

/**
 * The way back from a face check's page. Nothing that comes along counts: the page it leads to asks this server, which
 * asks the provider.
 */
export function registerFaceReturnRoute(fastify: FastifyInstance, codes: Iterable<FaceProvider['code']>): void {
  for (const code of codes) {
    fastify.get(returnPath(code), async (request, reply) => {
      const search = request.url.split(/\?(.*)/s)[1] ?? '';
      const checkNo = new URLSearchParams(search).get('checkId') ?? '';
      const target = CHECK_NO.test(checkNo) ? `#/faceCheck?checkId=${checkNo}&way=${code}` : '#/index';
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/${mergeKeptQuery(target, keptQueryOf(search))}`, 303);
    });
  }
}
