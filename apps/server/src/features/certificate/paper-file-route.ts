import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Drawing, drawPdf, drawPictures, PAPER_PAGE_HEADERS, renderLinkEndedPage } from '../../papers/index.ts';
import { orderIdOf, shardOfOrder } from '../../security/order-ids.ts';
import { type OrderRow, orderById } from '../order/index.ts';
import { signingNow } from '../policy/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { orderOfChange } from './endorsement-paper.ts';
import { canBeDrawn, findPaper, mayDraw } from './find-paper.ts';
import { loveDrawing } from './love-paper.ts';
import { FILE_PATH, type PaperLinkSubject, readPaperLink } from './paper-link.ts';

const ADDRESS_LIMIT = { name: 'paper-file', limit: 120, windowMs: 60_000 };
/** A saved picture is often fetched again by the phone; the link itself ends anyway. */
const PICTURE_CACHE = 'private, max-age=600';

interface PaperFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly fileName: string;
}

/** The files behind the links that owners are given: no login, one paper each, for half an hour. */
export function registerPaperFileRoute(fastify: FastifyInstance, deps: CertificateDependencies): void {
  fastify.get(`${FILE_PATH}/:token`, async (request, reply) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_LIMIT, request.ip))) return sendPage(deps, reply, 'busy');
    const subject = readPaperLink(deps, (request.params as { token: string }).token);
    const order = subject && (await orderOf(deps, subject));
    if (!subject || !order) return sendPage(deps, reply, 'ended');
    if (!(await mayDraw(deps, order.user_id))) return sendPage(deps, reply, 'busy');
    const file = await fileOf(deps, subject, order);
    return file ? sendFile(request, reply, file) : sendPage(deps, reply, 'ended');
  });
}

function orderOf(deps: CertificateDependencies, { kind, id }: PaperLinkSubject): Promise<OrderRow | null> {
  if (kind === 'endorsement') return orderOfChange(deps, id);
  return orderById(deps.database.query, shardOfOrder(orderIdOf(id)), orderIdOf(id));
}

async function fileOf(
  deps: CertificateDependencies,
  subject: PaperLinkSubject,
  order: OrderRow,
): Promise<PaperFile | null> {
  const found = await drawingOf(deps, subject, order);
  if (!found) return null;
  if (subject.page === 0) {
    const bytes = await drawPdf(found.drawing, signingNow(deps));
    return { bytes, contentType: 'application/pdf', fileName: found.fileName };
  }
  const picture = (await drawPictures(found.drawing))[subject.page - 1];
  const fileName = found.fileName.replace(/\.pdf$/, ` ${subject.page}.png`);
  return picture ? { bytes: picture.png, contentType: 'image/png', fileName } : null;
}

async function drawingOf(
  deps: CertificateDependencies,
  { kind, id }: PaperLinkSubject,
  order: OrderRow,
): Promise<{ drawing: Drawing; fileName: string } | null> {
  if (kind === 'love') {
    const drawing = await loveDrawing(deps, order);
    return drawing && { drawing, fileName: `爱心证书 ${drawing.data.certificateNumber}.pdf` };
  }
  const paper = await findPaper(
    deps,
    order,
    kind === 'endorsement' ? { paper: kind, changeId: id } : { paper: kind, position: Number(id & 15n) },
  );
  return paper && canBeDrawn(paper) ? { drawing: paper.drawing(), fileName: paper.fileName } : null;
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, contentType, fileName }: PaperFile,
): FastifyReply {
  const { save } = request.query as { save?: unknown };
  const plainName = contentType === 'application/pdf' ? 'document.pdf' : 'picture.png';
  return reply
    .header('content-type', contentType)
    .header('cache-control', contentType === 'image/png' ? PICTURE_CACHE : 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header(
      'content-disposition',
      `${save === '1' ? 'attachment' : 'inline'}; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
    .send(Buffer.from(bytes));
}

/** People open these links: they get a page in words. */
function sendPage(deps: CertificateDependencies, reply: FastifyReply, why: 'ended' | 'busy'): FastifyReply {
  return reply
    .code(why === 'busy' ? 429 : 404)
    .headers(PAPER_PAGE_HEADERS)
    .send(renderLinkEndedPage(why, deps.editions.edition()?.document.tel ?? ''));
}
