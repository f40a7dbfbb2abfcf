import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { PhoneRequest } from './account-schemas.ts';

/** Take back the request for another phone, or object to one that somebody else made */
export const withdrawPhoneRequest = defineCall({
  name: 'withdrawPhoneRequest',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/phone/request/withdraw',
  summary: 'Take back the request for another phone, or object to one that somebody else made',
  input: Empty,
  output: PhoneRequest,
  login: 'required',
  errors: ['not-found'],
  specified: false,
});
