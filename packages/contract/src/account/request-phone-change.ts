import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PhoneNumber, SmsCode } from '../vocabulary/schemas.ts';
import { AccountChoice, PhoneRequest, RecoveryToken } from './account-schemas.ts';

/** Ask the service to register another phone, for somebody who can prove it neither by text message nor by face */
export const requestPhoneChange = defineCall({
  name: 'requestPhoneChange',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/phone/request',
  summary:
    'Ask the service to register another phone, for somebody who can prove it neither by text message nor by face',
  input: Type.Object({
    /** The new phone and its code, for somebody logged in. */
    phone: Type.Optional(PhoneNumber),
    code: Type.Optional(SmsCode),
    /** For somebody who is not; the phone was verified before. */
    recoveryToken: Type.Optional(RecoveryToken),
    account: Type.Optional(AccountChoice),
    statement: Type.String({ minLength: 2, maxLength: 200 }),
  }),
  output: PhoneRequest,
  login: 'optional',
  errors: ['not-logged-in', 'proof-required', 'phone-taken', 'order-state', 'sms-code-wrong', 'sms-code-expired'],
  specified: false,
});
