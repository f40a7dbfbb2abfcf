import type { FastifyInstance, FastifyReply } from 'fastify';
import { drawPoster, PAPER_PAGE_HEADERS, renderLinkEndedPage } from '../../papers/index.ts';
import { CARD_PICTURE_PATH, POSTER_PATH } from './picture-paths.ts';
import { posterPicture } from './poster.ts';
import { posterByName } from './poster-store.ts';
import type { SharingDependencies } from './sharing-deps.ts';
import { shownContent } from './shown-content.ts';

const ADDRESS_LIMIT = { name: 'poster-picture', limit: 600, windowMs: 600_000 };
/** Short, so that a recalled poster is soon gone from the phones that have just fetched it. */
const CACHE = 'public, max-age=600';

/** The pictures that are passed on: posters under names nobody guesses, and the picture of share cards. */
export function registerPosterRoutes(fastify: FastifyInstance, deps: SharingDependencies): void {
  fastify.get(`${POSTER_PATH}/:file`, async (request, reply) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_LIMIT, request.ip))) return sendPage(deps, reply, 'busy');
    const [, name] = /^([0-9a-f]{32})\.png$/.exec((request.params as { file: string }).file) ?? [];
    const poster = name === undefined ? null : await posterByName(deps.database.query, name);
    const shown = poster && (await shownContent(deps, poster.content_id));
    // Another version was approved since, or it was recalled, or its time is over.
    if (!poster || shown?.row.kind !== 'poster' || shown.row.version !== poster.version)
      return sendPage(deps, reply, 'poster-ended');
    const png = await posterPicture(deps, poster, shown);
    const { save } = request.query as { save?: unknown };
    const fileName = encodeURIComponent(`${shown.edition.document.proName} 海报.png`);
    return sendPicture(
      reply.header(
        'content-disposition',
        `${save === '1' ? 'attachment' : 'inline'}; filename="poster.png"; filename*=UTF-8''${fileName}`,
      ),
      png,
    );
  });
  let card: { readonly of: string; readonly png: Promise<Buffer> } | null = null;
  fastify.get(CARD_PICTURE_PATH, async (_request, reply) => {
    const document = deps.editions.edition()?.document;
    const data = { serviceName: document?.name ?? '', subtitle: document?.subtitle ?? '' };
    const of = JSON.stringify(data);
    if (card?.of !== of) card = { of, png: drawPoster({ kind: 'share-card', data }) };
    const drawn = card;
    const png = await drawn.png.catch((error: unknown) => {
      if (card === drawn) card = null;
      throw error;
    });
    return sendPicture(reply, png);
  });
}

function sendPicture(reply: FastifyReply, png: Buffer): FastifyReply {
  return reply
    .header('content-type', 'image/png')
    .header('cache-control', CACHE)
    .header('x-robots-tag', 'noindex, nofollow')
    .send(png);
}

/** People open these links: they get a page in words. */
function sendPage(deps: SharingDependencies, reply: FastifyReply, why: 'poster-ended' | 'busy'): FastifyReply {
  return reply
    .code(why === 'busy' ? 429 : 404)
    .headers(PAPER_PAGE_HEADERS)
    .send(renderLinkEndedPage(why, deps.editions.edition()?.document.tel ?? ''));
}
