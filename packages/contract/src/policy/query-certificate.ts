import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { CertificateView } from './policy-schemas.ts';

/** What the payment voucher page shows */
export const queryCertificate = defineCall({
  name: 'queryCertificate',
  topic: 'policy',
  method: 'GET',
  path: '/api/v1/insure/order/queryDetailCertificatePolicy',
  summary: 'What the payment voucher page shows',
  input: Type.Object({ orderNo: OrderNo }),
  output: CertificateView,
  login: 'required',
  errors: ['not-found', 'paper-not-ready'],
});
