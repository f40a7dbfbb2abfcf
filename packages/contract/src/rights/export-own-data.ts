import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { SmsCode } from '../vocabulary/schemas.ts';

/** A copy of what is held, for a program and for a reader, after a code; nothing of it is kept on the server */
export const exportOwnData = defineCall({
  name: 'exportOwnData',
  topic: 'rights',
  method: 'POST',
  path: '/api/v1/user/data/copy',
  summary: 'A copy of what is held, for a program and for a reader, after a code; nothing of it is kept on the server',
  input: Type.Object({ code: SmsCode }),
  output: Type.Object({
    json: Type.String(),
    /** HTML, to be read and printed. */
    page: Type.String(),
  }),
  login: 'required',
  specified: false,
  errors: ['sms-code-wrong', 'sms-code-expired', 'too-many-requests'],
});
