import type { FastifyInstance } from 'fastify';
import {
  SERVICE_DECISIONS,
  type ServiceDependencies,
  settleBooking,
  waitingBookings,
  wholeBooking,
} from '../features/health-services/index.ts';
import { isSigner, NO_SIGNER, refuse } from './operator-answers.ts';

/** Booked health services, for the provider's desk. */
export function serviceRoutes(door: FastifyInstance, deps: ServiceDependencies): void {
  const path = '/health-services';
  door.get(path, async (_request, reply) => reply.send({ bookings: await waitingBookings(deps) }));
  door.get(`${path}/:number`, async (request, reply) => {
    const { number } = request.params as { number: string };
    const booking = await wholeBooking(deps, number);
    if (!booking) return refuse(reply, 404, '没有这次预约');
    deps.log.info({ serviceBooking: number }, 'health service booking read by an operator');
    return reply.send({ booking });
  });
  for (const decision of SERVICE_DECISIONS) {
    door.post(`${path}/:number/${decision}`, async (request, reply) => {
      const { number } = request.params as { number: string };
      const { by } = (request.body ?? {}) as Record<string, unknown>;
      if (!isSigner(by)) return refuse(reply, 400, NO_SIGNER);
      const done = await settleBooking(deps, number, decision, by.trim());
      if (done === 'gone') return refuse(reply, 404, '没有这次预约');
      if (done === 'late') return refuse(reply, 409, '这次预约已经处理过了');
      deps.log.info({ serviceBooking: number, decision }, 'health service booking settled by an operator');
      return reply.send({ serviceBookingNo: number, decision });
    });
  }
}
