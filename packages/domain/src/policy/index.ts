export {
  type Coverage,
  nextPolicyStatus,
  POLICY_STATUS,
  POLICY_STATUS_TABLE,
  type PolicyEvent,
  type PolicyStatus,
  policyStatusAt,
  shownPolicyStatus,
} from './policy-status.ts';
export { askerByPhone, POLICY_ACCESS, type PolicyAsker } from './search-access.ts';
