import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { PolicyCertificate } from './certificate-schemas.ts';

/** What the policy certificate page shows: cover, insurers, state of each e-policy */
export const queryPolicyCertificate = defineCall({
  name: 'queryPolicyCertificate',
  topic: 'certificate',
  method: 'GET',
  path: '/api/v1/insure/order/queryDetailCertificatePolicy2',
  summary: 'What the policy certificate page shows: cover, insurers, state of each e-policy',
  input: Type.Object({ orderNo: OrderNo }),
  output: PolicyCertificate,
  login: 'required',
  errors: ['not-found', 'paper-not-ready'],
});
