import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Cursor } from '../vocabulary/schemas.ts';
import { FoundPolicies, SoughtPerson } from './policy-search-schemas.ts';

/** Policies by login, or of a person by name, number and a code sent to a phone */
export const searchPolicies = defineCall({
  name: 'searchPolicies',
  topic: 'policy-search',
  method: 'POST',
  path: '/api/v2/insure/personal/query',
  summary: 'Policies by login, or of a person by name, number and a code sent to a phone',
  input: Type.Object({
    /** Left out: what the logged-in account bought, and what covers its own person. */
    person: Type.Optional(SoughtPerson),
    cursor: Type.Optional(Cursor),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  output: FoundPolicies,
  login: 'optional',
  errors: ['not-logged-in', 'sms-code-wrong', 'sms-code-expired'],
});
