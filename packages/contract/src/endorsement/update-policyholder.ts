import { defineCall } from '../define-call.ts';
import { Change, ChangeConfirmation } from './endorsement-schemas.ts';

/** Hands in a prepared change of the payer. Safe to repeat */
export const updatePolicyholder = defineCall({
  name: 'updatePolicyholder',
  topic: 'endorsement',
  method: 'POST',
  path: '/api/v1/insure/policy/updatePolicyholder',
  summary: 'Hands in a prepared change of the payer. Safe to repeat',
  input: ChangeConfirmation,
  output: Change,
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state', 'switched-off', 'already-insured', 'sms-code-wrong', 'sms-code-expired'],
});
