import type { FastifyInstance } from 'fastify';
import { type AccountDeps, decidePhoneRequest, phoneRequestsForOperator } from '../features/account/index.ts';
import { idOf, refuse, signatureOf } from './operator-answers.ts';

/**
 * Requests for another phone: who asks, which phones, by whose papers. Whoever decides has called both phones or seen the
 * papers, and gives a name and a reason. An approval counts after the cooling time.
 */
export function addPhoneRequestRoutes(door: FastifyInstance, account: AccountDeps): void {
  const { log } = account.core;
  door.get('/phone-requests', async (_request, reply) => {
    const requests = await phoneRequestsForOperator(account);
    log.info({ shown: requests.length }, 'phone requests shown to an operator');
    return reply.send({ requests });
  });
  for (const approved of [true, false]) {
    const verb = approved ? 'approve' : 'reject';
    door.post(`/phone-requests/:id/${verb}`, async (request, reply) => {
      const id = idOf(request);
      const decision = signatureOf(request.body);
      if (typeof decision === 'string') return refuse(reply, 400, decision);
      const done = id === null ? null : await decidePhoneRequest(account, id, { approved, ...decision });
      if (!done) return refuse(reply, 404, '没有这份申请，或者它已经办完');
      log.info({ request: String(id), decision: verb }, 'phone request decided by an operator');
      return reply.send({ id: String(id), ...done });
    });
  }
}
