import type { ConsoleCalls } from '@huimin/contract/console';
import { type ClaimStatus, claimStatusLabel } from '@huimin/domain/adjustment';
import { withinScope } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { personOfCase, checkClaim as workOutAgain } from '../claims/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import type { ReviewDeskDependencies } from './review-desk-deps.ts';

/** Of what city or channel a claim is nobody can say: whoever is kept to some sees none, as with rechecks. */
export function checkClaim(deps: ReviewDeskDependencies): ConsoleHandler<ConsoleCalls['checkClaim']> {
  return async ({ caseNo }, request) => {
    const claim = await workOutAgain(deps, caseNo);
    const document = claim && deps.editions.edition(claim.editionCode)?.document;
    const insurers = document?.insuranceCompany.map(({ name }) => name) ?? [];
    if (!claim || !withinScope(request.member.scope, { insurers, city: null, channel: null })) {
      return fail('not-found', '没有这个案件');
    }
    const person = await personOfCase(deps.database.query, caseNo);
    await request.note({ subject: `理赔案件 ${caseNo}`, person, detail: '重算了一次' });
    const { status, ruleVersion, day, name, idNumberMasked, rulesFen, insurerFen, steps } = claim;
    return ok({
      ...{ caseNo, ruleVersion, day, name, idNumber: idNumberMasked, rulesFen, insurerFen },
      editionName: document?.proName ?? claim.editionCode,
      statusLabel: claimStatusLabel(status as ClaimStatus),
      person: person?.toString('base64url') ?? null,
      steps: steps.map((step) => ({ ...step, lines: step.lines.map((line) => ({ ...line })) })),
    });
  };
}
