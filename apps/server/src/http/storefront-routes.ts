import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductInfoValue } from '@huimin/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReleasedFiles } from '../features/released-files/index.ts';
import type { Clock } from '../ports/outside.ts';
import { createLandingPages, type LandingPage, type LandingPages } from './landing-page.ts';
import { pageContentSecurityPolicy } from './security-headers.ts';
import { registerStaticAssets } from './static-assets.ts';

export interface StorefrontOptions {
  readonly clock: Clock;
  /** Where the build put the pages. */
  readonly distDir: string;
  readonly releasedFiles: ReleasedFiles;
  /** Whether everything that this build can show is registered. */
  mayBeShown(): boolean;
  /** The product configuration of this edition; without code, or when it is unknown, of the default one. */
  productInfo(editionCode?: string): ProductInfoValue | null;
  /** Address of the messaging app's page script. */
  readonly jsSdkUrl: string;
  /** Origin of the payment provider's stand-in, whose page script opens a cashier in a frame; null without one. */
  readonly sandboxOrigin: string | null;
  /** Origin that recordings of sales are sent to; null for the page's own. */
  readonly recordingReceiver: string | null;
  /** Origin that they are sent to where the page's address says that this is a test; null for the same as elsewhere. */
  readonly recordingTestReceiver: string | null;
  /** Origins of the cashiers that the page opens by a form. */
  readonly formOrigins: readonly string[];
}

/**
 * The residents' app: `/` is the landing page made for the edition asked for, `/assets` what the build made. Answers how a
 * draft's page is made; null where nothing is built.
 */
export async function registerStorefront(
  fastify: FastifyInstance,
  options: StorefrontOptions,
): Promise<LandingPages['draftPage'] | null> {
  if (!existsSync(join(options.distDir, 'client'))) {
    fastify.get('/', (_request, reply) => reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT_PAGE));
    return null;
  }
  const pages = await createLandingPages(options);
  await registerStaticAssets(fastify, options);
  const worker = join(options.distDir, 'client', 'sw.js');
  if (existsSync(worker)) serveWorker(fastify, readFileSync(worker));
  const otherOrigins = pageOrigins(options);
  fastify.get('/', (request, reply) => {
    const { productId, from_wxpay: fromSigning } = request.query as { productId?: unknown; from_wxpay?: unknown };
    // The messaging app's sign page knows no hash: it leads back here, with its mark.
    if (fromSigning !== undefined) return reply.header('cache-control', 'no-store').redirect('/#/withhold', 303);
    const product = options.productInfo(typeof productId === 'string' ? productId : undefined);
    if (!product || !options.mayBeShown()) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT_PAGE);
    const page = pages.pageFor(product, options.clock.now());
    reply.header(
      'content-security-policy',
      pageContentSecurityPolicy({
        scriptHashes: page.contentSecurityPolicyHashes.script,
        styleHashes: page.contentSecurityPolicyHashes.style,
        ...otherOrigins,
      }),
    );
    // A page that a former release left open says by it how old it is.
    reply.header('last-modified', pages.builtAt.toUTCString());
    return sendPage(page, request, reply);
  });
  return pages.draftPage;
}

/** The page's service worker: looked for anew at every visit, so that a release reaches everybody. */
function serveWorker(fastify: FastifyInstance, script: Buffer): void {
  fastify.get('/sw.js', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', `default-src 'none'; connect-src 'self'`)
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
}

function pageOrigins({ jsSdkUrl, sandboxOrigin, formOrigins, ...receivers }: StorefrontOptions) {
  const sandboxOrigins = sandboxOrigin === null ? [] : [sandboxOrigin];
  const { recordingReceiver, recordingTestReceiver } = receivers;
  const recordedTo = [recordingReceiver, recordingTestReceiver].filter((origin) => origin !== null);
  return {
    scriptOrigins: [new URL(jsSdkUrl).origin],
    connectOrigins: [...sandboxOrigins, ...recordedTo],
    frameOrigins: sandboxOrigins,
    formOrigins,
  };
}

function sendPage(page: LandingPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag)
    .header('content-type', 'text/html; charset=utf-8');
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.brotli);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip);
  return reply.send(page.html);
}

const NOT_BUILT_PAGE = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>正在准备</title></head>
<body><h1>页面正在准备</h1><p>请稍后再打开。服务电话 <a href="tel:4000651066">400-065-1066</a></p></body></html>
`;
