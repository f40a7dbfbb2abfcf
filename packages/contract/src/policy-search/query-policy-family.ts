import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo, Relationship } from '../vocabulary/schemas.ts';
import { FamilyPolicy } from './policy-search-schemas.ts';

/** The people of one order and their policies */
export const queryPolicyFamily = defineCall({
  name: 'queryPolicyFamily',
  topic: 'policy-search',
  method: 'POST',
  path: '/api/v1/insure/policy/policyFamily',
  summary: 'The people of one order and their policies',
  input: Type.Object({ orderNo: OrderNo }),
  output: Type.Object({
    people: Type.Array(
      Type.Object({
        name: Type.String(),
        idNumberMasked: Type.String(),
        relationship: Relationship,
        /** Null while the order is not paid. */
        policy: Type.Union([FamilyPolicy, Type.Null()]),
      }),
    ),
  }),
  login: 'required',
  errors: ['not-found'],
});
