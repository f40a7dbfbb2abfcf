import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Claim, ClaimPerson, ClaimPersonKey } from './claims-schemas.ts';

/** The claims of one person, newest visit first */
export const queryClaims = defineCall({
  name: 'queryClaims',
  topic: 'claims',
  method: 'POST',
  path: '/api/v1/claims/query',
  summary: 'The claims of one person, newest visit first',
  input: Type.Object({ personKey: ClaimPersonKey }),
  output: Type.Object({ person: ClaimPerson, claims: Type.Array(Claim) }),
  login: 'required',
  forSettlement: true,
  errors: ['not-found'],
  specified: false,
});
