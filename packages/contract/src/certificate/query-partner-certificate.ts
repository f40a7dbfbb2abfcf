import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { PartnerCertificate } from './certificate-schemas.ts';

/** What the certificate page shows inside the partner's container (微保): masked, nothing about the payment */
export const queryPartnerCertificate = defineCall({
  name: 'queryPartnerCertificate',
  topic: 'certificate',
  method: 'GET',
  path: '/api/v1/insure/order/queryDetailCertificatePolicyWb',
  summary: "What the certificate page shows inside the partner's container (微保): masked, nothing about the payment",
  input: Type.Object({ orderNo: OrderNo }),
  output: PartnerCertificate,
  login: 'required',
  errors: ['not-found', 'paper-not-ready'],
});
