import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { LoveCertificate, LoveGift } from './certificate-schemas.ts';

/** Makes the love certificate of an order, or changes what it says */
export const saveOrderLove = defineCall({
  name: 'saveOrderLove',
  topic: 'certificate',
  method: 'POST',
  path: '/api/v1/policy/saveOrderLove',
  summary: 'Makes the love certificate of an order, or changes what it says',
  input: Type.Object({
    orderNo: OrderNo,
    nickname: Type.String({ minLength: 1, maxLength: 40, description: '称呼' }),
    gift: LoveGift,
    withShareCode: Type.Boolean(),
  }),
  output: LoveCertificate,
  login: 'required',
  specified: false,
  errors: ['not-found', 'paper-not-ready', 'order-state', 'too-many-requests'],
});
