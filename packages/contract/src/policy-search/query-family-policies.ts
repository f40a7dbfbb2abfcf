import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { Family } from './policy-search-schemas.ts';

/** The kept people with their cover per year and their history */
export const queryFamilyPolicies = defineCall({
  name: 'queryFamilyPolicies',
  topic: 'policy-search',
  method: 'POST',
  path: '/api/v1/family/policyFamily',
  summary: 'The kept people with their cover per year and their history',
  input: Empty,
  output: Family,
  login: 'required',
});
