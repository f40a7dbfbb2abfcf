import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ChangeNo } from './endorsement-schemas.ts';

/** Sends a code that confirms a prepared change: to the account's phone, or to the new one */
export const sendChangeCode = defineCall({
  name: 'sendChangeCode',
  topic: 'endorsement',
  method: 'POST',
  path: '/api/v1/insure/change/code',
  summary: "Sends a code that confirms a prepared change: to the account's phone, or to the new one",
  input: Type.Object({ changeNo: ChangeNo, to: Type.Enum(['login-phone', 'new-phone']) }),
  output: Type.Object({
    phoneMasked: Type.String(),
    resendAfterSeconds: Type.Integer(),
    validMinutes: Type.Integer(),
  }),
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state', 'sms-too-soon', 'sms-not-sent', 'too-many-requests'],
});
