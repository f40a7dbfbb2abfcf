import type { FastifyInstance } from 'fastify';

/** Whoever asks waits a few seconds; a database that says nothing is as good as away. */
const READY_WITHIN_MS = 2_000;

/**
 * `/healthz`: the process runs. `/readyz`: it can serve (database answers, configuration is there) and is not leaving.
 * @param readyWithinMs how long the database may take to say so
 */
export function addHealthRoutes(
  fastify: FastifyInstance,
  isReady: () => Promise<boolean>,
  isLeaving: () => boolean,
  readyWithinMs = READY_WITHIN_MS,
): void {
  fastify.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    const ready =
      !isLeaving() &&
      (await within(
        readyWithinMs,
        isReady().catch(() => false),
      ));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' });
  });
}

async function within(limitMs: number, answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limitMs, false);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
