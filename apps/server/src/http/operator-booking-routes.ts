import type { FastifyInstance } from 'fastify';
import { type BookingDependencies, bookingCounts } from '../features/booking/index.ts';
import { refuse } from './operator-answers.ts';

/** How many are booked, where, through whom, and how far their reminders are; no phone and nobody's number. */
export function bookingRoutes(door: FastifyInstance, deps: Pick<BookingDependencies, 'database' | 'editions'>): void {
  door.get('/bookings/:edition', async (request, reply) => {
    const { edition } = request.params as { edition: string };
    if (!deps.editions.edition(edition)) return refuse(reply, 404, '没有这个产品版本');
    const counts = await bookingCounts(deps.database.query, edition);
    return reply.send({
      counts: counts.map((count) => ({ ...count, bookings: Number(count.bookings), people: Number(count.people) })),
    });
  });
}
