import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { ClaimPerson } from './claims-schemas.ts';

/** Whose claims the account may ask for: its own person's and its minor children's */
export const queryClaimPeople = defineCall({
  name: 'queryClaimPeople',
  topic: 'claims',
  method: 'GET',
  path: '/api/v1/claims/people',
  summary: "Whose claims the account may ask for: its own person's and its minor children's",
  input: Empty,
  output: Type.Object({
    people: Type.Array(ClaimPerson),
    /** Nobody is kept as the account's own person: who it is may be said with `confirmClaimPerson`. */
    maySay: Type.Boolean(),
  }),
  login: 'required',
  forSettlement: true,
  specified: false,
});
