import createFastify, { type FastifyInstance } from 'fastify';
import { answerBrokenAddress, answerBrokenRequest, newRequestId } from './failures.ts';

const noSchemas = () => () => {
  throw new Error('routes have no schemas of their own: calls are checked by what the contract says of them');
};

/**
 * A server without routes.
 * @param trustedProxies whose word is taken for where a request came from
 */
export function createHttpServer(trustedProxies: readonly string[]): FastifyInstance {
  return createFastify({
    genReqId: newRequestId,
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: 64 * 1024,
    routerOptions: { caseSensitive: true },
    // The framework's own compilers of JSON schemas would be loaded, and kept in memory, for nothing.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    return503OnClosing: false,
    frameworkErrors: answerBrokenAddress,
    clientErrorHandler: answerBrokenRequest,
  });
}
