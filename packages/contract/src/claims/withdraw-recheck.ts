import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { CaseNo, ClaimPersonKey, ClaimRecheck } from './claims-schemas.ts';

/** Takes back the wish to have a claim worked out again */
export const withdrawRecheck = defineCall({
  name: 'withdrawRecheck',
  topic: 'claims',
  method: 'POST',
  path: '/api/v1/claims/recheck/withdraw',
  summary: 'Takes back the wish to have a claim worked out again',
  input: Type.Object({ personKey: ClaimPersonKey, caseNo: CaseNo }),
  output: ClaimRecheck,
  login: 'required',
  forSettlement: true,
  errors: ['not-found', 'order-state'],
  specified: false,
});
