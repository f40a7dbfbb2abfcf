import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode, Fen } from '../vocabulary/schemas.ts';
import { CaseNo, Claim, ClaimBalance, ClaimCalculation, ClaimPerson, ClaimPersonKey } from './claims-schemas.ts';

/** What a person's year comes to by the rules: every case with every step, and what is left of deductibles and limits */
export const queryLiSuan = defineCall({
  name: 'queryLiSuan',
  topic: 'claims',
  method: 'POST',
  path: '/api/v1/insure/personal/queryLiSuan',
  summary:
    "What a person's year comes to by the rules: every case with every step, and what is left of deductibles and limits",
  input: Type.Object({
    personKey: ClaimPersonKey,
    /** Left out: the year of the case, or the newest with one. */
    editionCode: Type.Optional(EditionCode),
    caseNo: Type.Optional(CaseNo),
  }),
  output: Type.Object({
    person: ClaimPerson,
    years: Type.Array(
      Type.Object({ editionCode: EditionCode, editionYear: Type.Integer(), productName: Type.String() }),
    ),
    /** Null where the person has no case that counts. */
    year: Type.Union([
      Type.Object({
        editionCode: EditionCode,
        editionYear: Type.Integer(),
        productName: Type.String(),
        payableFen: Fen,
        balances: Type.Array(ClaimBalance),
        /** Newest visit first. */
        cases: Type.Array(Type.Object({ claim: Claim, calculation: ClaimCalculation })),
      }),
      Type.Null(),
    ]),
  }),
  login: 'required',
  forSettlement: true,
  errors: ['not-found'],
});
