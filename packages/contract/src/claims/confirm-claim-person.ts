import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { IdNumberText, IdType, PersonName } from '../vocabulary/schemas.ts';
import { ClaimPerson } from './claims-schemas.ts';

/** Says who the account's own person is, to look at their claims; the phone has to be the one known as theirs */
export const confirmClaimPerson = defineCall({
  name: 'confirmClaimPerson',
  topic: 'claims',
  method: 'POST',
  path: '/api/v1/claims/people/confirm',
  summary: "Says who the account's own person is, to look at their claims; the phone has to be the one known as theirs",
  input: Type.Object({ name: PersonName, idType: IdType, idNumber: IdNumberText }),
  output: ClaimPerson,
  login: 'required',
  forSettlement: true,
  errors: ['not-found'],
  specified: false,
});
