import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** A year: the names carry their content's hash, so a file never changes. */
const MAX_AGE = '365d';

/**
 * Serves the storefront's built files under `/assets/`: precompressed by the build, cached for ever, plain 404 for a file
 * of an older or newer release (the page then reloads itself).
 */
export async function registerStaticAssets(fastify: FastifyInstance, { distDir }: { distDir: string }): Promise<void> {
  await fastify.register(
    async (assets) => {
      // Its own answer: a missing chunk must be neither an envelope nor a page, and must not be cached.
      assets.setNotFoundHandler((_request, reply) => {
        reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('not found');
      });
      await assets.register(fastifyStatic, {
        root: join(distDir, 'client', 'assets'),
        preCompressed: true,
        immutable: true,
        maxAge: MAX_AGE,
        index: false,
        decorateReply: false,
        allowedPath: (path) => !/\.(br|gz)$/.test(path),
        setHeaders: (reply) => {
          reply.header('x-content-type-options', 'nosniff');
          // Public files; the frame in which a draft is looked at has no origin of its own.
          reply.header('access-control-allow-origin', '*');
        },
      });
    },
    { prefix: '/assets' },
  );
}
