import { API_BASE_PATH } from '@huimin/contract';
import type { FastifyInstance } from 'fastify';
import type { EvidenceFiles } from '../features/replay/index.ts';

const SHA_256 = /^[0-9a-f]{64}$/;

/**
 * What recorded pages were made of, by content. Everybody could load it when the pages were on line; opened by itself, it
 * runs and loads nothing.
 */
export function registerEvidenceFiles(fastify: FastifyInstance, files: EvidenceFiles): void {
  fastify.get(`${API_BASE_PATH}/console/evidence-files/:sha256`, async (request, reply) => {
    const { sha256 } = request.params as { sha256: string };
    const found = SHA_256.test(sha256) ? await files.file(sha256) : null;
    if (found === null) return reply.callNotFound();
    return reply
      .header('content-security-policy', `default-src 'none'; sandbox`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(found.type)
      .send(found.bytes);
  });
}
