import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { InsuredConsents, InsuredPlace } from './consent-schemas.ts';

/** Has a person insured by an order asked by text message whether they agree */
export const askInsured = defineCall({
  name: 'askInsured',
  topic: 'insured-consent',
  method: 'POST',
  path: '/api/v1/insure/order/consent/ask',
  summary: 'Has a person insured by an order asked by text message whether they agree',
  input: Type.Object({ orderNo: OrderNo, place: InsuredPlace }),
  output: InsuredConsents,
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state', 'switched-off', 'too-many-requests'],
});
