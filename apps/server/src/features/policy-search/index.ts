import type { HandlerTable } from '../../http/handler.ts';
import { downloadFoundPolicy } from './download-found-policy.ts';
import { queryFamilyPolicies, queryPolicyFamily } from './family-policies.ts';
import type { PolicySearchDependencies } from './policy-search-deps.ts';
import { searchPolicies, sendPolicySearchCode } from './search-policies.ts';

export {
  type PersonPolicyRow,
  policiesOfPeople,
  policiesOfPerson,
  recordIssuedPolicies,
} from './person-policies-store.ts';
export { policiesForClaims } from './policies-for-claims.ts';
export { factsOfPerson, policyFacts } from './policy-facts.ts';

/** The calls of this topic, by name. */
export function policySearchHandlers(deps: PolicySearchDependencies) {
  return {
    queryFamilyPolicies: queryFamilyPolicies(deps),
    queryPolicyFamily: queryPolicyFamily(deps),
    sendPolicySearchCode: sendPolicySearchCode(deps),
    searchPolicies: searchPolicies(deps),
    downloadFoundPolicy: downloadFoundPolicy(deps),
  } satisfies HandlerTable;
}
