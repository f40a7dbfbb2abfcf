import type { FastifyInstance } from 'fastify';
import type { Clock } from '../ports/outside.ts';

/** The moment for the Date header, by which pages know when a sale begins; null where the machine's own stands there anyhow. */
export const movedDate = (clock: Clock): string | null =>
  clock.isMoved?.() ? new Date(clock.now()).toUTCString() : null;

/** In a rehearsal the clock is set ahead: answers tell its moment in place of the machine's. */
export function addMovedDate(fastify: FastifyInstance, clock: Clock): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const date = movedDate(clock);
    if (date !== null) reply.header('date', date);
    done(null, payload);
  });
}
