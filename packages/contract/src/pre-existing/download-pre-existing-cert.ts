import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { QueryNo } from './pre-existing-schemas.ts';

/** The receipt of an answer as PDF */
export const downloadPreExistingCert = defineCall({
  name: 'downloadPreExistingCert',
  topic: 'pre-existing',
  method: 'GET',
  path: '/api/v1/insure/personal/query/cert/paper',
  summary: 'The receipt of an answer as PDF',
  input: Type.Object({
    queryNo: QueryNo,
    disposition: Type.Optional(Type.Union([Type.Literal('inline'), Type.Literal('attachment')])),
  }),
  output: Type.Any(),
  login: 'required',
  forSettlement: true,
  replyKind: 'file',
  errors: ['not-found', 'too-many-requests'],
  specified: false,
});
