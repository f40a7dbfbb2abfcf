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
    madeAt: Type.String(),
    /** Every kind of what is held, whether there is anything of it or not. */
    parts: Type.Array(
      Type.Object({
        /** 订单 */
        what: Type.String(),
        /** What it is used for, after 用于. */
        why: Type.String(),
        /** What is not in the copy, and where it is read instead. */
        leftOut: Type.Union([Type.String(), Type.Null()]),
        /** Values by their names; an empty one is not held. */
        rows: Type.Array(Type.Record(Type.String(), Type.String())),
      }),
    ),
    /** HTML, to be read and printed. */
    page: Type.String(),
  }),
  login: 'required',
  specified: false,
  errors: ['sms-code-wrong', 'sms-code-expired', 'too-many-requests'],
});
