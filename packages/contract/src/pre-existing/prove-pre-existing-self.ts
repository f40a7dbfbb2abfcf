import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ProofToken, SealedSubject } from '../identity/identity-schemas.ts';
import { Empty } from '../vocabulary/schemas.ts';

/** Use up a proof of identity: from then on the asker may ask about themselves */
export const provePreExistingSelf = defineCall({
  name: 'provePreExistingSelf',
  topic: 'pre-existing',
  method: 'POST',
  path: '/api/v1/insure/personal/pre-existing/self',
  summary: 'Use up a proof of identity: from then on the asker may ask about themselves',
  input: Type.Object({ subject: SealedSubject, proofToken: ProofToken }),
  output: Empty,
  login: 'required',
  forSettlement: true,
  errors: ['proof-required'],
  specified: false,
});
