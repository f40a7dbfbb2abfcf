import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Cursor } from '../vocabulary/schemas.ts';
import { PolicyView } from './policy-schemas.ts';

/** Policies of the policyholder, by cursor */
export const selectListPolicy = defineCall({
  name: 'selectListPolicy',
  topic: 'policy',
  method: 'POST',
  path: '/api/v1/insure/order/selectListPolicy',
  summary: 'Policies of the policyholder, by cursor',
  input: Type.Object({
    cursor: Type.Optional(Cursor),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  output: Type.Object({ policies: Type.Array(PolicyView), nextCursor: Type.Union([Cursor, Type.Null()]) }),
  login: 'required',
});
