import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { SmsCode } from '../vocabulary/schemas.ts';
import { OwnRequest } from './rights-schemas.ts';

/** Takes back a restriction that was granted: what it kept from use is used again, at once; what was erased stays so */
export const liftRestriction = defineCall({
  name: 'liftRestriction',
  topic: 'rights',
  method: 'POST',
  path: '/api/v1/user/data/restriction/lift',
  summary:
    'Takes back a restriction that was granted: what it kept from use is used again, at once; what was erased stays so',
  input: Type.Object({ code: SmsCode }),
  /** The newest request of those that are lifted. */
  output: OwnRequest,
  login: 'required',
  specified: false,
  errors: ['sms-code-wrong', 'sms-code-expired', 'order-state'],
});
