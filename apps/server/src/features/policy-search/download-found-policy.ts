import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { DRAWING_LIMIT } from '../../papers/index.ts';
import { openTicket, policyPdf } from '../policy/index.ts';
import type { PolicySearchDependencies } from './policy-search-deps.ts';

/** The e-policy that a ticket of a search names. */
export function downloadFoundPolicy(deps: PolicySearchDependencies): Handler<Calls['downloadFoundPolicy']> {
  return async (input, request) => {
    const policyId = openTicket(deps, input.ticket);
    if (policyId === null) return fail('not-found', '这个链接已经过期，请重新查询保单');
    const allowed =
      (await deps.limiter.allows(DRAWING_LIMIT, `policy ${policyId}`)) &&
      (await deps.limiter.allowsAddress(DRAWING_LIMIT, request.clientAddress));
    if (!allowed) return fail('too-many-requests');
    const paper = await policyPdf(deps, policyId);
    return paper
      ? ok({ ...paper, disposition: input.disposition ?? 'inline' })
      : fail('paper-not-ready', '保单正在生成，一般几分钟就好，请稍后再看');
  };
}
