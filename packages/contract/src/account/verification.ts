import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { SmsCode } from '../vocabulary/schemas.ts';
import { AccountChoice, ProofToken, RecoveryToken, SmsSent } from './account-schemas.ts';

/** Send a code to the phone registered now, or check it: proves who asks for a change */
export const verification = defineCall({
  name: 'verification',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/verification',
  summary: 'Send a code to the phone registered now, or check it: proves who asks for a change',
  input: Type.Object({
    purpose: Type.Enum(['change-phone', 'recover-account', 'change-payer', 'correct-identity']),
    /** Absent: a code is sent. */
    code: Type.Optional(SmsCode),
    /** For somebody who is not logged in. */
    recoveryToken: Type.Optional(RecoveryToken),
    account: Type.Optional(AccountChoice),
  }),
  output: Type.Object({
    sent: Type.Union([SmsSent, Type.Null()]),
    phoneMasked: Type.String(),
    /** For the one step it was asked for, within 15 minutes. */
    proofToken: Type.Union([ProofToken, Type.Null()]),
  }),
  login: 'optional',
  errors: ['not-logged-in', 'proof-required', 'sms-too-soon', 'sms-not-sent', 'sms-code-wrong', 'sms-code-expired'],
});
