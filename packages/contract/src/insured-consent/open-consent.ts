import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { IdTail, MessageLink } from '../vocabulary/schemas.ts';
import { ConsentQuestion } from './consent-schemas.ts';

/** What an insured person is asked who opened the link of a message; own data only with the end of the own number */
export const openConsent = defineCall({
  name: 'openConsent',
  topic: 'insured-consent',
  method: 'POST',
  path: '/api/v1/insure/order/consent/open',
  summary:
    'What an insured person is asked who opened the link of a message; own data only with the end of the own number',
  input: Type.Object({ link: MessageLink, idTail: Type.Optional(IdTail) }),
  output: ConsentQuestion,
  specified: false,
  errors: ['not-found', 'proof-required', 'too-many-requests'],
});
