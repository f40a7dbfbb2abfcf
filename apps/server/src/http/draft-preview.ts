import { API_BASE_PATH, calls, DOCUMENT_KEYS, type DocumentKey, type ProductInfoValue } from '@huimin/contract';
import { beijingMs, parseDate } from '@huimin/domain/date';
import { mayStaff } from '@huimin/domain/staff';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core.ts';
import { listAnswers, previewedCatalogue } from '../features/catalogue-desk/index.ts';
import { draftProduct, type EditionDeskDependencies } from '../features/edition-desk/index.ts';
import { pageAnswers, pageVersionAnswers, seesEdition } from '../features/page-versions/index.ts';
import { articleAnswers, contentVersion, posterPreview } from '../features/sharing/index.ts';
import type { PreviewAnswer } from './handler.ts';
import type { LandingPages } from './landing-page.ts';
import { staffBehind } from './mount-console-calls.ts';
import { envelopeFor } from './reply-for.ts';

interface PreviewDependencies {
  readonly core: Core;
  readonly editionDesk: EditionDeskDependencies;
  /** `https://host[:port]`, without path. */
  readonly publicOrigin: string;
  readonly draftPage: LandingPages['draftPage'] | null;
}

type Member = NonNullable<Awaited<ReturnType<typeof staffBehind>>>;
type Asked = { readonly member: Member; readonly query: Readonly<Record<string, unknown>> };

/** What is looked at: the product that the app begins with, and what differs from the live answers. */
interface Preview {
  readonly product: ProductInfoValue;
  readonly answers: readonly PreviewAnswer[];
}

const EDITION = /^[a-z0-9]{2,20}$/;
const CONTENT = /^[0-9A-Za-z-]{1,40}$/;
const VERSION = /^[1-9][0-9]{0,3}$/;
const BELOW = `${API_BASE_PATH}/console/preview`;

/**
 * The storefront itself with a draft in it, in a frame of the console: for signed-in staff alone. It has no origin, no
 * cookie and no connection, so nothing can be bought or looked up in it, and no search engine gets it. What its pages
 * ask for that everybody may read comes with it.
 */
export function registerDraftPreview(fastify: FastifyInstance, deps: PreviewDependencies): void {
  const previews: Readonly<Record<string, (asked: Asked, params: Params) => Promise<Preview | string | null>>> = {
    '/:edition': (asked, params) => editionPreview(deps, asked, params),
    '/list/:list': (asked, params) => listPreview(deps, asked, params),
    '/page/:edition/:key/:version': (asked, params) => pagePreview(deps, asked, params),
    '/article/:content/:version': (asked, params) => articlePreview(deps, asked, params),
  };
  for (const [address, find] of Object.entries(previews)) {
    fastify.get(`${BELOW}${address}`, async (request, reply) => {
      const member = await memberFor(request, deps.core, 'iframe');
      if (!member) return reply.callNotFound();
      const query = request.query as Record<string, unknown>;
      const preview = await find({ member, query }, request.params as Params);
      if (preview === null) return reply.callNotFound();
      if (typeof preview === 'string') return sendProblem(reply, preview);
      if (!deps.draftPage) return sendProblem(reply, '居民端还没有构建，看不了');
      const { product, answers } = preview;
      const all: PreviewAnswer[] = [
        { call: 'productInfo', input: {}, reply: { ok: true, value: product } },
        ...(await pageAnswers(deps.core, product.editionCode, product.proName)),
        ...(await listAnswers(deps.core, product)),
        ...answers,
      ];
      const page = deps.draftPage(product, momentOf(query, deps.core), answersByAddress(all, request.id));
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
  fastify.get(`${BELOW}/poster/:content/:version`, async (request, reply) => {
    const member = await memberFor(request, deps.core, 'image');
    const content = member && (await contentFor(deps, member, request.params as Params));
    if (content?.row.kind !== 'poster') return reply.callNotFound();
    const png = await posterPreview(deps, content);
    return reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex').type('image/png').send(png);
  });
}

type Params = Readonly<Record<string, string>>;

async function memberFor(request: FastifyRequest, core: Core, shownIn: string): Promise<Member | null> {
  return (request.headers['sec-fetch-dest'] ?? shownIn) === shownIn ? staffBehind(request, core) : null;
}

function momentOf({ at }: Asked['query'], { clock }: Pick<Core, 'clock'>): number {
  const asked = typeof at === 'string' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(at) ? at.replace('T', ' ') : null;
  return asked !== null && parseDate(asked) !== null ? beijingMs(asked) : clock.now();
}

/** The draft of an edition, or what is live of it. */
async function editionPreview({ core, editionDesk }: PreviewDependencies, { member, query }: Asked, params: Params) {
  const { edition = '' } = params;
  if (!mayStaff(member.roles, 'edition.view') || !EDITION.test(edition)) return null;
  const draft = await draftProduct(editionDesk, edition, member, momentOf(query, core));
  if (draft === null || typeof draft === 'string') return draft;
  const { product, compared } = draft;
  const answers: PreviewAnswer[] = [{ call: 'productQuery', input: {}, reply: { ok: true, value: compared } }];
  return { product, answers };
}

/** The draft of a list in the edition that is live, or the list as it is. */
async function listPreview({ core, editionDesk }: PreviewDependencies, { member, query }: Asked, params: Params) {
  const edition = typeof query.edition === 'string' && EDITION.test(query.edition) ? query.edition : undefined;
  const opened = previewedCatalogue(editionDesk, params.list ?? '', edition, member);
  const loaded = opened && editionDesk.editions.edition(opened.edition === '' ? edition : opened.edition);
  if (!opened || !loaded) return null;
  const product = editionDesk.editions.draftProduct(loaded, momentOf(query, core));
  return { product, answers: await listAnswers(core, product, { opened, scope: member.scope }) };
}

/** One version of a document as it was read while it was the current one, or its draft. */
async function pagePreview(deps: PreviewDependencies, asked: Asked, { edition = '', key = '', version = '' }: Params) {
  const { core, editionDesk } = deps;
  if (!isDocument(key) || !(version === 'draft' || VERSION.test(version))) return null;
  const live = EDITION.test(edition) ? editionDesk.editions.edition(edition) : null;
  const found =
    live && mayStaff(asked.member.roles, 'edition.view') && seesEdition(asked, live.document)
      ? { product: editionDesk.editions.draftProduct(live, momentOf(asked.query, core)) }
      : // Next year's edition, which is nothing but a draft yet.
        await editionPreview(deps, asked, { edition });
  if (found === null || typeof found === 'string') return found;
  const wanted = version === 'draft' ? 'draft' : Number(version);
  const answers = await pageVersionAnswers(core, { edition, key }, found.product.proName, wanted);
  return answers && { product: found.product, answers };
}

const isDocument = (key: string): key is DocumentKey => (DOCUMENT_KEYS as readonly string[]).includes(key);

async function articlePreview(deps: PreviewDependencies, { member, query }: Asked, params: Params) {
  const content = await contentFor(deps, member, params);
  if (content?.row.kind !== 'article') return null;
  const product = deps.editionDesk.editions.draftProduct(content.edition, momentOf(query, deps.core));
  return { product, answers: articleAnswers(deps, content) };
}

async function contentFor({ editionDesk }: PreviewDependencies, member: Member, params: Params) {
  const { content = '', version = '' } = params;
  if (!mayStaff(member.roles, 'content.view') || !CONTENT.test(content) || !VERSION.test(version)) return null;
  const found = await contentVersion(editionDesk, content, Number(version));
  return found && seesEdition({ member }, found.edition.document) ? found : null;
}

/** The answers by the address that the app asks at: path, then the parameters in the order of their names. */
function answersByAddress(answers: readonly PreviewAnswer[], requestId: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    answers.map(({ call, input, reply }) => {
      const query = Object.entries(input).map(([name, value]) => `${name}=${value}`);
      const address = `${API_BASE_PATH}${calls[call].path}?${query.sort().join('&')}`;
      return [address, envelopeFor(calls[call], reply, requestId)];
    }),
  );
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
