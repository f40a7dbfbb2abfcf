import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 25;
/** Longer than any call waits for a provider; what still runs then is cut off. */
const FINISH_WITHIN_MS = 20_000;

/**
 * Answers the way to stop a server: no new connections, every request under way is finished, and then connections that
 * merely stay open (a browser keeps some, even unused ones) are cut instead of being waited for.
 */
export function unhurriedClose(fastify: FastifyInstance): () => Promise<void> {
  let underWay = 0;
  fastify.addHook('onRequest', (_request, _reply, done) => {
    underWay++;
    done();
  });
  fastify.addHook('onResponse', (_request, _reply, done) => {
    underWay--;
    done();
  });
  return async () => {
    const untilMs = performance.now() + FINISH_WITHIN_MS;
    const sweep = setInterval(() => {
      if (underWay === 0 || performance.now() > untilMs) fastify.server.closeAllConnections();
    }, LOOK_EVERY_MS);
    try {
      await fastify.close();
    } finally {
      clearInterval(sweep);
    }
  };
}
