import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { InsuredConsents } from './consent-schemas.ts';

/** What the people insured by an order have said about it themselves */
export const queryInsuredConsents = defineCall({
  name: 'queryInsuredConsents',
  topic: 'insured-consent',
  method: 'GET',
  path: '/api/v1/insure/order/consent/query',
  summary: 'What the people insured by an order have said about it themselves',
  input: Type.Object({ orderNo: OrderNo }),
  output: InsuredConsents,
  login: 'required',
  specified: false,
  errors: ['not-found'],
});
