import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { ownPeople } from '../insured/index.ts';
import { formerPolicies } from './former-people.ts';
import type { RenewalDependencies } from './renewal-deps.ts';

/** Continuing: insured by oneself in the year before, in the same product. What follows from it only the edition says. */
export function continueInsureFlag(deps: RenewalDependencies): Handler<Calls['continueInsureFlag']> {
  return async (input, request) => {
    const edition = deps.editions.edition(input.productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const { editionYear, name, continuity } = edition.document;
    const policies = await formerPolicies(deps.database.query, request.user, editionYear, editionYear - 1);
    const same = policies.filter(({ edition_code }) => deps.editions.edition(edition_code)?.document.name === name);
    const kept = await ownPeople(deps, request.user);
    const people = kept.map(({ memberNo, personIndex }) => ({
      memberId: memberNo,
      isContinuing: same.some(({ person }) => person.person_index.equals(personIndex)),
    }));
    return ok({ isContinuing: people.some((person) => person.isContinuing), continuity: continuity ?? null, people });
  };
}
