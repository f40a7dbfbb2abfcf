import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AccountChoice, AccountView, ProofToken, RecoveryToken } from './account-schemas.ts';

/** Register the new phone of a policyholder who has proven who they are, and log in */
export const completeRecovery = defineCall({
  name: 'completeRecovery',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/identity/complete',
  summary: 'Register the new phone of a policyholder who has proven who they are, and log in',
  input: Type.Object({ recoveryToken: RecoveryToken, account: AccountChoice, proofToken: ProofToken }),
  output: AccountView,
  login: 'optional',
  errors: ['proof-required', 'phone-taken'],
  specified: false,
});
