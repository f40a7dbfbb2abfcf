import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PolicyNo } from '../vocabulary/schemas.ts';
import { TakenPerson } from './renewal-schemas.ts';

/** Takes people of earlier policies among the people one keeps, with what is known of them; who is kept stays as kept */
export const takeFormerPeople = defineCall({
  name: 'takeFormerPeople',
  topic: 'renewal',
  method: 'POST',
  path: '/api/v1/renew/takeFormerPeople',
  specified: false,
  summary:
    'Takes people of earlier policies among the people one keeps, with what is known of them; who is kept stays as kept',
  input: Type.Object({ policyNos: Type.Array(PolicyNo, { minItems: 1, maxItems: 10 }) }),
  output: Type.Object({ people: Type.Array(TakenPerson) }),
  login: 'required',
  errors: ['not-found'],
});
