import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { drawPdf } from '../../papers/index.ts';
import { signingNow } from '../policy/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { findPaper, mayDraw, ownOrder } from './find-paper.ts';

/** The endorsement of one's own change as PDF; a change that was not made has none. */
export function downloadEndorsement(deps: CertificateDependencies): Handler<Calls['downloadEndorsement']> {
  return async ({ orderNo, changeNo, disposition }, { user }) => {
    const order = await ownOrder(deps, user, orderNo);
    const found = order && (await findPaper(deps, order, { paper: 'endorsement', changeNo }));
    if (!found) return fail('not-found', '没有找到这份批单');
    if (!(await mayDraw(deps, user.id))) return fail('too-many-requests');
    return ok({
      bytes: await drawPdf(found.drawing(), signingNow(deps)),
      contentType: 'application/pdf',
      fileName: found.fileName,
      disposition: disposition ?? 'inline',
    });
  };
}
