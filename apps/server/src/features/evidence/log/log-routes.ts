import { readTilePath } from '@huimin/evidence/log';
import type { FastifyInstance } from 'fastify';
import { type EvidenceLog, LOG_PATH } from './evidence-log.ts';

/** What anybody may read of the log, as c2sp.org/tlog-tiles says it. */
export function registerLogRoutes(fastify: FastifyInstance, log: EvidenceLog): void {
  fastify.get(`${LOG_PATH}/checkpoint`, async (_request, reply) => {
    const last = await log.checkpoint();
    if (!last) return reply.code(404).send();
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(last.checkpoint);
  });
  fastify.get<{ Params: { '*': string } }>(`${LOG_PATH}/tile/*`, async (request, reply) => {
    const tile = readTilePath(`tile/${request.params['*']}`);
    const bytes = tile && (await log.tile(tile));
    if (!bytes) return reply.code(404).header('cache-control', 'no-store').send();
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('application/octet-stream')
      .send(bytes);
  });
}
