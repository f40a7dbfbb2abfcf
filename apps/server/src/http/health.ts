import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process runs. `/readyz`: it can serve (database answers, configuration is there). */
export function addHealthRoutes(fastify: FastifyInstance, isReady: () => Promise<boolean>): void {
  fastify.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' });
  });
}
