import type { Calls, MemberDetailsValue } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { keepPerson, ownPeople } from '../insured/index.ts';
import { insuredDetails } from '../order/index.ts';
import { type FormerPolicy, formerPolicies, newestOfEach } from './former-people.ts';
import type { RenewalDependencies } from './renewal-deps.ts';

/** Any year. */
const EVERY_YEAR = 9_999;

/**
 * The purchase takes kept people, so whoever is chosen again becomes one. What was kept since counts; what a policy does
 * not hold (a guardian's consent, a phone) is asked for where people are edited.
 */
export function takeFormerPeople(deps: RenewalDependencies): Handler<Calls['takeFormerPeople']> {
  return async (input, request) => {
    const policies = await formerPolicies(deps.database.query, request.user, EVERY_YEAR);
    const wanted = input.policyNos.map((policyNo) => {
      const id = deps.numbers.policyId(policyNo);
      return policies.find((policy) => policy.id === id);
    });
    const found = wanted.filter((policy) => policy !== undefined);
    if (found.length < wanted.length) return fail('not-found', '没有找到这份保单，请重新打开页面');
    const kept = await ownPeople(deps, request.user);
    const people = [];
    for (const policy of newestOfEach(found)) {
      const same = kept.find(({ personIndex }) => personIndex.equals(policy.person.person_index));
      if (same) {
        people.push({ policyNo: deps.numbers.policyNo(policy.id), memberId: same.memberNo });
        continue;
      }
      const taken = await keepPerson(deps, request.user, detailsOf(deps, policy));
      if (!taken.ok) return taken;
      people.push({ policyNo: deps.numbers.policyNo(policy.id), memberId: taken.value.memberId });
    }
    return ok({ people });
  };
}

function detailsOf(deps: RenewalDependencies, { person }: FormerPolicy): MemberDetailsValue {
  const { phone, relationshipNote, ...details } = insuredDetails(deps, person);
  return {
    ...{ name: details.name, idType: details.idType as '01', idNumber: details.idNumber },
    ...{ sex: details.sex, birthDate: details.birthDate },
    relationship: person.relationship as '00',
    regionCode: person.region_code,
    // Given when they were insured by the same account.
    consent: true,
    ...(details.medicalType ? { medicalType: details.medicalType } : {}),
    ...(phone === null ? {} : { phone }),
    ...(relationshipNote === null ? {} : { relationshipNote }),
  };
}
