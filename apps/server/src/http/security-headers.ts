import type { FastifyInstance } from 'fastify';

export interface PageSources {
  /** Hashes of the page's inline boot script and styles, with quotes: `'sha256-…'`. */
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
  /** Other origins whose scripts (messaging app), frames or cashiers opened by a form the page needs. */
  readonly scriptOrigins: readonly string[];
  readonly connectOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  readonly formOrigins: readonly string[];
}

/** The storefront's content security policy: no inline script but the hashed boot script, no eval, no foreign frames. */
export function pageContentSecurityPolicy(sources: PageSources): string {
  const list = (...values: readonly string[]): string => values.join(' ');
  return [
    `default-src 'none'`,
    `script-src ${list("'self'", ...sources.scriptHashes, ...sources.scriptOrigins)}`,
    `style-src ${list("'self'", ...sources.styleHashes)}`,
    `img-src 'self' data: blob:`,
    `font-src 'none'`,
    `connect-src ${list("'self'", ...sources.connectOrigins)}`,
    `frame-src ${sources.frameOrigins.length > 0 ? list(...sources.frameOrigins) : "'none'"}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `form-action ${list("'self'", ...sources.formOrigins)}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
  ].join('; ');
}

/** Headers of every answer. */
export function securityHeaders(options: { readonly https: boolean }): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    // WeChat Pay's H5 cashier wants to see from which domain the payer comes.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // Pages replace it by their own.
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

export function addSecurityHeaders(fastify: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
