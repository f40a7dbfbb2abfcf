import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 25;
/** Longer than any call waits for a provider; what still runs then is cut off. */
const FINISH_WITHIN_MS = 20_000;

export interface UnhurriedClose {
  /** From now on every answer asks for another connection, so that whoever keeps one open comes to another server. */
  leave(): void;
  isLeaving(): boolean;
  /**
   * No new connections, every request under way is finished, and then connections that merely stay open (a browser keeps
   * some, even unused ones) are cut instead of being waited for.
   */
  close(): Promise<void>;
}

/** The way to stop a server that people are using. */
export function unhurriedClose(fastify: FastifyInstance): UnhurriedClose {
  let underWay = 0;
  let leaving = false;
  fastify.addHook('onRequest', (_request, reply, done) => {
    underWay++;
    if (leaving) reply.header('connection', 'close');
    done();
  });
  fastify.addHook('onResponse', (_request, _reply, done) => {
    underWay--;
    done();
  });
  return {
    leave() {
      leaving = true;
    },
    isLeaving: () => leaving,
    async close() {
      const untilMs = performance.now() + FINISH_WITHIN_MS;
      const sweep = setInterval(() => {
        if (underWay === 0 || performance.now() > untilMs) fastify.server.closeAllConnections();
      }, LOOK_EVERY_MS);
      try {
        await fastify.close();
      } finally {
        clearInterval(sweep);
      }
    },
  };
}
