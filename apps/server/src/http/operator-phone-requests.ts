import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AccountDeps, decidePhoneRequest, phoneRequestsForOperator } from '../features/account/index.ts';

const LARGEST_ID = 9_223_372_036_854_775_807n;

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
      const decision = decisionOf(request.body);
      if (typeof decision === 'string') return refuse(reply, 400, decision);
      const done = id === null ? null : await decidePhoneRequest(account, id, { approved, ...decision });
      if (!done) return refuse(reply, 404, '没有这份申请，或者它已经办完');
      log.info({ request: String(id), decision: verb }, 'phone request decided by an operator');
      return reply.send({ id: String(id), ...done });
    });
  }
}

function idOf(request: FastifyRequest): bigint | null {
  const { id } = request.params as { id: string };
  if (!/^\d{1,19}$/.test(id)) return null;
  const value = BigInt(id);
  return value <= LARGEST_ID ? value : null;
}

function decisionOf(body: unknown): { by: string; reason: string } | string {
  const { by, reason } = (body ?? {}) as Record<string, unknown>;
  if (typeof reason !== 'string' || !/^.{2,200}$/.test(reason.trim()))
    return '请写核对经过或不通过的原因，2 到 200 个字，一行';
  if (typeof by !== 'string' || !/^.{1,50}$/.test(by.trim())) return '请写处理人，不超过 50 个字';
  return { by: by.trim(), reason: reason.trim() };
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message });
}
