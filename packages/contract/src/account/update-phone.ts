import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PhoneNumber, SmsCode } from '../vocabulary/schemas.ts';
import { AccountView, ProofToken } from './account-schemas.ts';

/** Make another phone the phone of the account; every session of the old one ends */
export const updatePhone = defineCall({
  name: 'updatePhone',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/phone/update',
  summary: 'Make another phone the phone of the account; every session of the old one ends',
  input: Type.Object({ phone: PhoneNumber, code: SmsCode, proofToken: ProofToken }),
  output: AccountView,
  login: 'required',
  errors: ['proof-required', 'phone-taken', 'sms-code-wrong', 'sms-code-expired'],
});
