export { downloadFoundPolicy } from './download-found-policy.ts';
export { queryFamilyPolicies } from './query-family-policies.ts';
export { queryPolicyFamily } from './query-policy-family.ts';
export { searchPolicies } from './search-policies.ts';
export { sendPolicySearchCode } from './send-policy-search-code.ts';
