import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode, MemberId } from '../vocabulary/schemas.ts';

/** Whether the people one keeps were insured the year before an edition, and what it promises them for that */
export const continueInsureFlag = defineCall({
  name: 'continueInsureFlag',
  topic: 'renewal',
  method: 'GET',
  path: '/api/v1/insure/continueInsureFlag',
  summary: 'Whether the people one keeps were insured the year before an edition, and what it promises them for that',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Object({
    /** Anybody among them. */
    isContinuing: Type.Boolean(),
    /** Null where the edition promises nothing. */
    continuity: Type.Union([Type.String(), Type.Null()]),
    people: Type.Array(Type.Object({ memberId: MemberId, isContinuing: Type.Boolean() })),
  }),
  login: 'required',
  errors: ['not-found'],
});
