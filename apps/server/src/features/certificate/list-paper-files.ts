import type { Calls, OutputOf } from '@huimin/contract';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { orderIdOf } from '../../security/order-ids.ts';
import { type OrderRow, orderOfOwner } from '../order/index.ts';
import { paperFacts } from '../policy/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { endorsementsOfOrder } from './endorsement-paper.ts';
import { canBeDrawn, everyonesFacts, moneyPaperOfOrder, ownOrder, paperOfPerson } from './find-paper.ts';
import type { FoundPaper, PaperName } from './found-paper.ts';
import { paperLink } from './paper-link.ts';

type Files = OutputOf<Calls['listPaperFiles']>;

const NOT_PAID = '付款后才有保单和凭证';

/** Links to these papers of everybody in an order. */
export function listFiles(
  deps: CertificateDependencies,
  papers: readonly PaperName[],
): Handler<Calls['listPaperFiles']> {
  return async ({ orderNo }, request) => {
    const order = await ownOrder(deps, request.user, orderNo);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const everyone = await everyonesFacts(deps, order);
    if (!everyone) return fail('paper-not-ready', NOT_PAID);
    const found = everyone.flatMap((facts) =>
      papers.flatMap((paper) => (paper === 'policy' || paper === 'voucher' ? [paperOfPerson(deps, facts, paper)] : [])),
    );
    if (papers.includes('money')) found.push(await moneyPaperOfOrder(deps, order));
    if (papers.includes('endorsement')) found.push(...(await endorsementsOfOrder(deps, order)));
    return ok(filesOf(deps, order, found));
  };
}

/** Links to both papers of one policy. */
export function listPolicyFilesByNumber(deps: CertificateDependencies): Handler<Calls['listPolicyFilesByNumber']> {
  return async ({ num }, request): Promise<Reply<Files>> => {
    const found = await policyOfOwner(deps, request, num);
    const facts = found && (await paperFacts(deps, found.order, found.position));
    // A number is shown only once the policy is issued; before that it answers like an absent one.
    if (!found || !facts?.policy) return fail('not-found', '没有找到这份保单');
    const papers = [paperOfPerson(deps, facts, 'policy'), paperOfPerson(deps, facts, 'voucher')];
    return ok(filesOf(deps, found.order, papers));
  };
}

async function policyOfOwner(
  deps: CertificateDependencies,
  { user }: CallRequest,
  policyNo: string,
): Promise<{ order: OrderRow; position: number } | null> {
  const policyId = deps.numbers.policyId(policyNo);
  if (policyId === null) return null;
  const order = await orderOfOwner(deps.database.query, user, orderIdOf(policyId));
  return order && { order, position: Number(policyId & 15n) };
}

function filesOf(deps: CertificateDependencies, order: OrderRow, papers: readonly FoundPaper[]): Files {
  return { files: papers.map((paper) => fileView(deps, order, paper)), mailOffered: deps.mail !== null };
}

function fileView(deps: CertificateDependencies, order: OrderRow, found: FoundPaper): Files['files'][number] {
  const { paper, position, policyNo, changeNo, title, insuredName, state, voided } = found;
  const link = canBeDrawn(found)
    ? paperLink(deps, { kind: paper, page: 0, id: found.id })
    : { url: null, expiresAt: null };
  const orderNo = deps.numbers.orderNo(order.id);
  return { paper, orderNo, position, policyNo, changeNo, title, insuredName, state, voided, ...link };
}
