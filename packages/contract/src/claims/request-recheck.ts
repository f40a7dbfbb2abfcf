import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { CaseNo, ClaimPersonKey, ClaimRecheck } from './claims-schemas.ts';

/** Asks to have a claim worked out again by a person */
export const requestRecheck = defineCall({
  name: 'requestRecheck',
  topic: 'claims',
  method: 'POST',
  path: '/api/v1/claims/recheck',
  summary: 'Asks to have a claim worked out again by a person',
  input: Type.Object({
    personKey: ClaimPersonKey,
    caseNo: CaseNo,
    /** What seems wrong. */
    note: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  output: ClaimRecheck,
  login: 'required',
  forSettlement: true,
  errors: ['not-found', 'order-state'],
  specified: false,
});
