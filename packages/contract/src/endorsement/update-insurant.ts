import { defineCall } from '../define-call.ts';
import { Change, ChangeConfirmation } from './endorsement-schemas.ts';

/** Hands in a prepared change of an insured person. Safe to repeat */
export const updateInsurant = defineCall({
  name: 'updateInsurant',
  topic: 'endorsement',
  method: 'POST',
  path: '/api/v1/insure/policy/updateInsurant',
  summary: 'Hands in a prepared change of an insured person. Safe to repeat',
  input: ChangeConfirmation,
  output: Change,
  login: 'required',
  errors: ['not-found', 'order-state', 'switched-off', 'already-insured', 'sms-code-wrong', 'sms-code-expired'],
});
