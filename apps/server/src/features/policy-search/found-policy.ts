import type { FoundPolicyValue } from '@huimin/contract';
import { maskMiddle, maskName } from '@huimin/domain/person';
import { POLICY_ACCESS, type PolicyAsker } from '@huimin/domain/policy';
import { regionDisplayText } from '@huimin/domain/region';
import type { PersonDetails } from '../insured/index.ts';
import { sealTicket } from '../policy/index.ts';
import type { PersonPolicyRow } from './person-policies-store.ts';
import { policyFacts } from './policy-facts.ts';
import type { PolicySearchDependencies } from './policy-search-deps.ts';

export interface OpenedPolicy {
  readonly row: PersonPolicyRow;
  readonly insured: PersonDetails;
  readonly policyholder: PersonDetails;
}

export function openPolicy(deps: Pick<PolicySearchDependencies, 'vault'>, row: PersonPolicyRow): OpenedPolicy {
  return {
    row,
    insured: deps.vault.openJson<PersonDetails>('insured', row.details_sealed),
    policyholder: deps.vault.openJson<PersonDetails>('policyholder', row.policyholder_sealed),
  };
}

/** The policy as this asker may see it, by the table `POLICY_ACCESS`. */
export function foundPolicy(
  deps: PolicySearchDependencies,
  { row, insured }: OpenedPolicy,
  asker: PolicyAsker,
): FoundPolicyValue {
  const access = POLICY_ACCESS[asker];
  const facts = policyFacts(deps, row);
  return {
    ...facts,
    status: facts.status ?? row.status,
    asker,
    insuredName: access.wholeName ? insured.name : maskName(insured.name),
    idNumberMasked: maskMiddle(insured.idNumber),
    regionText: access.details ? (regionDisplayText(row.region_code) ?? null) : null,
    policyNo: access.details ? deps.numbers.policyNo(row.id) : null,
    orderNo: access.order ? deps.numbers.orderNo(row.order_id) : null,
    ticket: access.ePolicy && !access.order ? sealTicket(deps, row.id) : null,
  };
}
