import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { SmsCode } from '../vocabulary/schemas.ts';
import { ConsentName, OwnRequest, RightName, RightsWords } from './rights-schemas.ts';

/** Asks that data be corrected, restricted or erased, or takes a consent back; answered within 15 working days */
export const askRight = defineCall({
  name: 'askRight',
  topic: 'rights',
  method: 'POST',
  path: '/api/v1/user/data/requests',
  summary:
    'Asks that data be corrected, restricted or erased, or takes a consent back; answered within 15 working days',
  input: Type.Object({
    right: RightName,
    words: RightsWords,
    code: SmsCode,
    /** With `consent`: these are taken back at once, and the request is done. Without: people decide what was meant. */
    consents: Type.Optional(Type.Array(ConsentName, { minItems: 1, maxItems: 3, uniqueItems: true })),
  }),
  output: OwnRequest,
  login: 'required',
  specified: false,
  errors: ['sms-code-wrong', 'sms-code-expired', 'order-state'],
});
