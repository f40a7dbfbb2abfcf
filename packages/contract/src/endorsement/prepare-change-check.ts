import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { prepareIdentityCheck } from '../identity/prepare-identity-check.ts';
import { ChangeNo } from './endorsement-schemas.ts';

/** Seals whom a draft is about for a check of identity: its proof lets a small correction be made at once */
export const prepareChangeCheck = defineCall({
  name: 'prepareChangeCheck',
  topic: 'endorsement',
  method: 'POST',
  path: '/api/v1/insure/change/check',
  summary: 'Seals whom a draft is about for a check of identity: its proof lets a small correction be made at once',
  input: Type.Object({ changeNo: ChangeNo }),
  output: prepareIdentityCheck.output,
  login: 'required',
  overlay: false,
  specified: false,
  errors: ['not-found', 'order-state', 'too-many-requests'],
});
