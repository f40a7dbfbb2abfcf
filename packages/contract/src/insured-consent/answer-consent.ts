import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { IdTail, MessageLink } from '../vocabulary/schemas.ts';
import { ConsentQuestion } from './consent-schemas.ts';

/** An insured person agrees to be insured by somebody else, or does not */
export const answerConsent = defineCall({
  name: 'answerConsent',
  topic: 'insured-consent',
  method: 'POST',
  path: '/api/v1/insure/order/consent/answer',
  summary: 'An insured person agrees to be insured by somebody else, or does not',
  input: Type.Object({
    link: MessageLink,
    idTail: IdTail,
    agrees: Type.Boolean(),
    /** Which words were shown. */
    wordsVersion: Type.Integer({ minimum: 1, maximum: 1_000 }),
  }),
  output: ConsentQuestion,
  specified: false,
  errors: ['not-found', 'proof-required', 'too-many-requests', 'order-state', 'documents-changed'],
});
