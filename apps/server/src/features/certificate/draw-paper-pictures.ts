import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { drawPictures } from '../../papers/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { canBeDrawn, findPaper, mayDraw, noSuchPaper, ownOrder } from './find-paper.ts';
import { paperLink } from './paper-link.ts';

/** Draws a paper's pages and answers links to the pictures; they are fetched from memory a moment later. */
export function drawPaperPictures(deps: CertificateDependencies): Handler<Calls['drawPaperPictures']> {
  return async (input, request) => {
    const order = await ownOrder(deps, request.user, input.orderNo);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const found = await findPaper(deps, order, input);
    if (!found) return noSuchPaper(order);
    if (!canBeDrawn(found)) return fail('paper-not-ready');
    if (!(await mayDraw(deps, request.user.id))) return fail('too-many-requests');
    const pictures = await drawPictures(found.drawing());
    const links = pictures.map((_, index) => paperLink(deps, { kind: found.paper, page: index + 1, id: found.id }));
    return ok({
      title: found.title,
      insuredName: found.insuredName,
      state: found.state,
      pictures: pictures.map(({ width, height }, index) => ({ url: links[index]?.url ?? '', width, height })),
      expiresAt: links[0]?.expiresAt ?? '',
    });
  };
}
