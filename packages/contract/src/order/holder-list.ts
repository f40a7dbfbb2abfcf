import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode, Empty, MaskedPerson, OrderNo, Relationship } from '../vocabulary/schemas.ts';

/** Who the policyholder insured in earlier editions, newest edition first */
export const holderList = defineCall({
  name: 'holderList',
  topic: 'order',
  method: 'GET',
  path: '/api/v1/holder/list',
  summary: 'Who the policyholder insured in earlier editions, newest edition first',
  input: Empty,
  output: Type.Object({
    editions: Type.Array(
      Type.Object({
        editionCode: EditionCode,
        editionYear: Type.Integer(),
        productName: Type.String(),
        holder: MaskedPerson,
        insured: Type.Array(
          Type.Object({
            orderNo: OrderNo,
            name: Type.String(),
            idNumberMasked: Type.String(),
            relationship: Relationship,
            regionText: Type.String(),
            isVoid: Type.Boolean(),
          }),
        ),
      }),
    ),
  }),
  login: 'required',
});
