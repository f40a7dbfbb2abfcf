import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ProofToken, SealedSubject } from './identity-schemas.ts';

/** Ask the carrier whether name, ID number and phone belong together */
export const checkCarrier = defineCall({
  name: 'checkCarrier',
  topic: 'identity',
  method: 'GET',
  path: '/api/v1/txcloud/txOperatorsAuth',
  summary: 'Ask the carrier whether name, ID number and phone belong together',
  input: Type.Object({ subject: SealedSubject }),
  output: Type.Object({
    matched: Type.Boolean(),
    /** For the step it was asked for, once. */
    proofToken: Type.Union([ProofToken, Type.Null()]),
  }),
  login: 'optional',
  forSettlement: true,
  errors: ['not-found', 'switched-off', 'provider-busy', 'too-many-requests'],
});
