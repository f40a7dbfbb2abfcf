import type { Calls } from '@huimin/contract';
import { maskMiddle } from '@huimin/domain/person';
import { policyStatusAt } from '@huimin/domain/policy';
import { regionDisplayText } from '@huimin/domain/region';
import { type Handler, ok } from '../../http/handler.ts';
import { editionOfOrder, insuredDetails, planNameOf } from '../order/index.ts';
import { formerPolicies } from './former-people.ts';
import type { RenewalDependencies } from './renewal-deps.ts';

/** Policies of the years before the edition on show. */
export function oldYearPolicy(deps: RenewalDependencies): Handler<Calls['oldYearPolicy']> {
  return async (input, request) => {
    const shownYear = deps.editions.edition()?.document.editionYear ?? 0;
    const policies = await formerPolicies(deps.database.query, request.user, shownYear, input.editionYear ?? null);
    return ok({
      policies: policies.flatMap((policy) => {
        const edition = editionOfOrder(deps.editions, policy);
        if (!edition) return [];
        const { person } = policy;
        const details = insuredDetails(deps, person);
        const { proName, validDate, invalidDate } = edition.document;
        const planName = planNameOf(edition.document, person.upgrade_plan ?? policy.plan_code);
        return {
          policyNo: deps.numbers.policyNo(policy.id),
          orderNo: deps.numbers.orderNo(policy.order_id),
          productName: proName,
          editionCode: policy.edition_code,
          editionYear: policy.edition_year,
          insuredName: details.name,
          relationship: person.relationship as '00',
          idNumberMasked: maskMiddle(details.idNumber),
          regionText: regionDisplayText(person.region_code) ?? '',
          status: policyStatusAt(policy.status as 0, edition.document, deps.clock.now()),
          validDate,
          invalidDate,
          premiumFen: policy.premium_fen + (person.upgrade_fen ?? 0),
          ...(planName === null ? {} : { planName }),
        };
      }),
    });
  };
}
