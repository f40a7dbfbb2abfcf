import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';

/** Sends the code that the account's phone needs for a copy of its data or for erasing it */
export const sendOwnDataCode = defineCall({
  name: 'sendOwnDataCode',
  topic: 'rights',
  method: 'POST',
  path: '/api/v1/user/data/code',
  summary: "Sends the code that the account's phone needs for a copy of its data or for erasing it",
  input: Empty,
  output: Type.Object({
    phoneMasked: Type.String(),
    resendAfterSeconds: Type.Integer(),
    validMinutes: Type.Integer(),
  }),
  login: 'required',
  specified: false,
  errors: ['sms-too-soon', 'sms-not-sent', 'too-many-requests'],
});
