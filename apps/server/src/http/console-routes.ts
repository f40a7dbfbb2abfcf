import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { API_BASE_PATH } from '@huimin/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Core } from '../core.ts';
import type { ReleasedFiles } from '../features/released-files/index.ts';
import { demonstrationSignIns } from '../features/staff/index.ts';
import { answerForOtherReleases } from './other-release.ts';

const DIST = join(import.meta.dirname, '..', '..', '..', 'console', 'dist');
const BASE = `${API_BASE_PATH}/console`;
/** Its built files, and where browsers find them. */
export const CONSOLE_ASSETS = { folder: join(DIST, 'assets'), prefix: `${BASE}/assets/` };

export interface ConsoleOptions {
  readonly core: Core;
  /** Never in production: the page then shows how the demonstration's people sign in. */
  readonly demonstration: boolean;
  readonly releasedFiles: ReleasedFiles;
}

/** The operators' console: its files, and one page for all its addresses. */
export async function registerConsole(fastify: FastifyInstance, options: ConsoleOptions): Promise<void> {
  const { core, demonstration, releasedFiles } = options;
  if (demonstration) {
    fastify.get(`${BASE}/demonstration.json`, async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(await demonstrationSignIns(core)),
    );
  }
  const page = join(DIST, 'index.html');
  if (!existsSync(page)) {
    for (const path of [BASE, `${BASE}/*`]) fastify.get(path, (_request, reply) => reply.code(503).send(NOT_BUILT));
    return;
  }
  const html = readFileSync(page, 'utf8').replace('DEMONSTRATION', demonstration ? 'yes' : 'no');
  await registerAssets(fastify, releasedFiles);
  const send = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('referrer-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('STYLE_NONCE', nonce));
  };
  const player = readFileSync(join(DIST, 'player.html'), 'utf8');
  fastify.get(`${BASE}/player`, (_request, reply) =>
    reply
      .header('content-security-policy', PLAYER_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(player),
  );
  const report = readFileSync(join(DIST, 'report.html'), 'utf8');
  fastify.get(`${BASE}/report`, (_request, reply) =>
    reply
      .header('content-security-policy', PLAYER_POLICY.replace(`frame-ancestors 'self'`, `frame-ancestors 'none'`))
      // The console's page that opens it hands it everything.
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(report),
  );
  fastify.get(`${BASE}/api/*`, (_request, reply) => reply.callNotFound());
  fastify.get(BASE, (_request, reply) => send(reply));
  fastify.get(`${BASE}/*`, (_request, reply) => send(reply));
}

/** Files whose names carry their content's hash. */
async function registerAssets(fastify: FastifyInstance, releasedFiles: Pick<ReleasedFiles, 'find'>): Promise<void> {
  await fastify.register(
    async (assets) => {
      answerForOtherReleases(assets, releasedFiles, {});
      await assets.register(fastifyStatic, {
        root: CONSOLE_ASSETS.folder,
        preCompressed: true,
        immutable: true,
        maxAge: '365d',
        index: false,
        decorateReply: false,
        allowedPath: (path) => !/\.(br|gz)$/.test(path),
      });
    },
    { prefix: `${BASE}/assets` },
  );
}

/** No script but the build's files; styles from the build and those that the kit makes, which carry the page's nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `font-src 'none'`,
    `connect-src 'self'`,
    `frame-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
  ].join('; ');
}

/** What was recorded can only be shown: nothing is loaded, sent or run but the player's own script and styles. */
const PLAYER_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src data:`,
  `font-src data:`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
  `base-uri 'none'`,
].join('; ');

const NOT_BUILT = '运营后台还没有构建，请用 npm start 启动';
