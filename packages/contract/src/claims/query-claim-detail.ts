import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Fen } from '../vocabulary/schemas.ts';
import { CaseNo, Claim, ClaimCalculation, ClaimPerson, ClaimPersonKey, ClaimRecheck } from './claims-schemas.ts';

/** One claim with its settlements, how it is worked out and what came of having it checked again */
export const queryClaimDetail = defineCall({
  name: 'queryClaimDetail',
  topic: 'claims',
  method: 'POST',
  path: '/api/v1/claims/detail',
  summary: 'One claim with its settlements, how it is worked out and what came of having it checked again',
  input: Type.Object({ personKey: ClaimPersonKey, caseNo: CaseNo }),
  output: Type.Object({
    person: ClaimPerson,
    claim: Claim,
    /** What the medical insurance settled, line by line. */
    settlements: Type.Array(
      Type.Object({
        settlementNo: Type.String(),
        totalFen: Fen,
        medicalFen: Fen,
        seriousFen: Fen,
        otherFen: Fen,
        inScopeFen: Fen,
        outOfScopeFen: Fen,
        specialDrugFen: Fen,
      }),
    ),
    calculation: Type.Union([ClaimCalculation, Type.Null()]),
    recheck: Type.Union([ClaimRecheck, Type.Null()]),
    mayAskRecheck: Type.Boolean(),
  }),
  login: 'required',
  forSettlement: true,
  errors: ['not-found'],
  specified: false,
});
