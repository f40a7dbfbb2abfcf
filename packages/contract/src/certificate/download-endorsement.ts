import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ChangeNo } from '../endorsement/endorsement-schemas.ts';
import { OrderNo } from '../vocabulary/schemas.ts';

/** The endorsement of a change that was made, as PDF */
export const downloadEndorsement = defineCall({
  name: 'downloadEndorsement',
  topic: 'certificate',
  method: 'GET',
  path: '/api/v1/insure/policy/endorsement',
  summary: 'The endorsement of a change that was made, as PDF',
  input: Type.Object({
    orderNo: OrderNo,
    changeNo: ChangeNo,
    disposition: Type.Optional(Type.Union([Type.Literal('inline'), Type.Literal('attachment')])),
  }),
  output: Type.Any(),
  login: 'required',
  replyKind: 'file',
  specified: false,
  errors: ['not-found', 'too-many-requests'],
});
