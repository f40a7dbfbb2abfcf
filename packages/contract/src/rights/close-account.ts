import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { SmsCode } from '../vocabulary/schemas.ts';

/** Ends the account for good, after a code; refused while anything of it is under way */
export const closeAccount = defineCall({
  name: 'closeAccount',
  topic: 'rights',
  method: 'POST',
  path: '/api/v1/user/close',
  summary: 'Ends the account for good, after a code; refused while anything of it is under way',
  input: Type.Object({ code: SmsCode }),
  output: Type.Object({}),
  login: 'required',
  specified: false,
  errors: ['sms-code-wrong', 'sms-code-expired', 'order-state'],
});
