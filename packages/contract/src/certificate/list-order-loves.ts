import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Cursor } from '../vocabulary/schemas.ts';
import { LoveCertificate } from './certificate-schemas.ts';

/** Love certificates of the giver, made and possible ones, newest first, by cursor */
export const listOrderLoves = defineCall({
  name: 'listOrderLoves',
  topic: 'certificate',
  method: 'GET',
  path: '/api/v1/policy/queryOrderLoveUrlList',
  summary: 'Love certificates of the giver, made and possible ones, newest first, by cursor',
  input: Type.Object({
    cursor: Type.Optional(Cursor),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  output: Type.Object({ certificates: Type.Array(LoveCertificate), nextCursor: Type.Union([Cursor, Type.Null()]) }),
  login: 'required',
  overlay: false,
});
