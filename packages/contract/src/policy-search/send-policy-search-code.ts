import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PhoneNumber } from '../vocabulary/schemas.ts';

/** Send the code with which somebody without a login looks for a policy */
export const sendPolicySearchCode = defineCall({
  name: 'sendPolicySearchCode',
  topic: 'policy-search',
  method: 'POST',
  path: '/api/v2/insure/personal/query/sms',
  summary: 'Send the code with which somebody without a login looks for a policy',
  input: Type.Object({ phone: PhoneNumber }),
  output: Type.Object({ resendAfterSeconds: Type.Integer(), validMinutes: Type.Integer() }),
  errors: ['sms-too-soon', 'sms-not-sent'],
  specified: false,
});
