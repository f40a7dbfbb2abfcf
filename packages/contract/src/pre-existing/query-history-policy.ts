import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { MemberId } from '../vocabulary/schemas.ts';

/** The policies of former years of a person, and how they follow one another */
export const queryHistoryPolicy = defineCall({
  name: 'queryHistoryPolicy',
  topic: 'pre-existing',
  method: 'POST',
  path: '/api/v1/insure/personal/queryHistoryPolicy',
  summary: 'The policies of former years of a person, and how they follow one another',
  input: Type.Object({ memberId: Type.Optional(MemberId) }),
  output: Type.Object({
    name: Type.String(),
    /** How many years in a row lead up to the last one. */
    yearsInARow: Type.Integer(),
    policies: Type.Array(
      Type.Object({
        editionYear: Type.Integer(),
        productName: Type.String(),
        planName: Type.String(),
        validDate: Type.String(),
        invalidDate: Type.String(),
        status: Type.Integer(),
        statusText: Type.String(),
        /** Follows another of them without a gap. */
        continues: Type.Boolean(),
      }),
    ),
  }),
  login: 'required',
  forSettlement: true,
  overlay: false,
  errors: ['proof-required', 'not-found', 'not-logged-in'],
});
