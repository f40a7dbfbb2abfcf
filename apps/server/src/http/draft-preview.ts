import { API_BASE_PATH } from '@huimin/contract';
import { beijingMs, parseDate } from '@huimin/domain/date';
import { mayStaff } from '@huimin/domain/staff';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Core } from '../core.ts';
import { draftProduct, type EditionDeskDependencies } from '../features/edition-desk/index.ts';
import type { LandingPages } from './landing-page.ts';
import { staffBehind } from './mount-console-calls.ts';

interface PreviewDependencies {
  readonly core: Core;
  readonly editionDesk: EditionDeskDependencies;
  readonly draftPage: LandingPages['draftPage'] | null;
}

const EDITION = /^[a-z0-9]{2,20}$/;

/**
 * The storefront itself with a draft in it, in a frame of the console: for signed-in staff alone. It has no origin, no
 * cookie and no connection, so nothing can be bought or looked up in it, and no search engine gets it.
 */
export function registerDraftPreview(fastify: FastifyInstance, deps: PreviewDependencies): void {
  fastify.get(`${API_BASE_PATH}/console/preview/:edition`, async (request, reply) => {
    const { edition } = request.params as { edition: string };
    const { at } = request.query as { at?: unknown };
    const member = await staffBehind(request, deps.core);
    const inFrame = (request.headers['sec-fetch-dest'] ?? 'iframe') === 'iframe';
    if (!member || !inFrame || !mayStaff(member.roles, 'edition.view') || !EDITION.test(edition)) {
      return reply.callNotFound();
    }
    const asked = typeof at === 'string' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(at) ? at.replace('T', ' ') : null;
    const nowMs = asked !== null && parseDate(asked) !== null ? beijingMs(asked) : deps.core.clock.now();
    const product = await draftProduct(deps.editionDesk, edition, member, nowMs);
    if (product === null) return reply.callNotFound();
    if (typeof product === 'string') return sendProblem(reply, product);
    if (!deps.draftPage) return sendProblem(reply, '居民端还没有构建，看不了');
    const page = deps.draftPage(product, nowMs);
    const own = `${request.protocol}://${request.host}`;
    const { script, style } = page.contentSecurityPolicyHashes;
    return sendFramed(reply, page.html, [
      `script-src ${[own, ...script].join(' ')}`,
      `style-src ${[own, ...style].join(' ')}`,
      `img-src ${own} data: blob:`,
      'sandbox allow-scripts',
    ]);
  });
}

function sendProblem(reply: FastifyReply, sentence: string): FastifyReply {
  const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>预览</title><p>${sentence}</p></html>`;
  return sendFramed(reply, Buffer.from(html), ['sandbox']);
}

function sendFramed(reply: FastifyReply, html: Buffer, policy: readonly string[]): FastifyReply {
  const always = [`default-src 'none'`, `form-action 'none'`, `frame-ancestors 'self'`, `base-uri 'none'`];
  return reply
    .header('content-security-policy', [...always, ...policy].join('; '))
    .header('x-frame-options', 'SAMEORIGIN')
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
