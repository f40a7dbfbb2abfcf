import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ReleasedFiles } from '../features/released-files/index.ts';
import { answerForOtherReleases } from './other-release.ts';

/** A year: the names carry their content's hash, so a file never changes. */
const MAX_AGE = '365d';

/** The rest is public; the frame in which a draft is looked at has no origin of its own. */
const HEADERS = { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' };

/** The storefront's built files, and where browsers find them. */
export const storefrontAssets = (distDir: string) => ({
  folder: join(distDir, 'client', 'assets'),
  prefix: '/assets/',
});

/**
 * Serves the storefront's built files under `/assets/`, and those of older and newer releases: compressed, cached for
 * ever, plain 404 for a file that nobody has (the page then reloads itself).
 */
export async function registerStaticAssets(
  fastify: FastifyInstance,
  { distDir, releasedFiles }: { distDir: string; releasedFiles: Pick<ReleasedFiles, 'find'> },
): Promise<void> {
  await fastify.register(
    async (assets) => {
      answerForOtherReleases(assets, releasedFiles, HEADERS);
      await assets.register(fastifyStatic, {
        root: storefrontAssets(distDir).folder,
        preCompressed: true,
        immutable: true,
        maxAge: MAX_AGE,
        index: false,
        decorateReply: false,
        allowedPath: (path) => !/\.(br|gz)$/.test(path),
        setHeaders: (reply) => {
          for (const [name, value] of Object.entries(HEADERS)) reply.header(name, value);
        },
      });
    },
    { prefix: '/assets' },
  );
}
