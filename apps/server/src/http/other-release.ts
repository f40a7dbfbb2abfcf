import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { ReleasedFiles } from '../features/released-files/index.ts';

const decompress = promisify(brotliDecompress);

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
/** A name that a build gives; whatever else is asked for is not looked for. */
const BUILT_NAME = /\/[\w.-]+$/;

/**
 * Answers what this server's own build does not have: a file of another release, or a plain 404 that must be neither an
 * envelope nor a page and that nobody keeps.
 * @param headers what else goes along with a file
 */
export function answerForOtherReleases(
  assets: FastifyInstance,
  files: Pick<ReleasedFiles, 'find'>,
  headers: Readonly<Record<string, string>>,
): void {
  assets.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const type = MEDIA_TYPES[extname(path)];
    const asks = (request.method === 'GET' || request.method === 'HEAD') && type !== undefined && BUILT_NAME.test(path);
    const br = asks ? await files.find(path) : null;
    if (br === null) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('not found');
    }
    reply
      .headers(headers)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(type as string);
    if (/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      return reply.header('content-encoding', 'br').send(br);
    }
    return reply.send(await decompress(br));
  });
}
