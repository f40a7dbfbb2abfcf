import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { LoveCertificate } from './certificate-schemas.ts';

/** The love certificate of an order */
export const getOrderLove = defineCall({
  name: 'getOrderLove',
  topic: 'certificate',
  method: 'GET',
  path: '/api/v1/policy/getOrderLoveUrl',
  summary: 'The love certificate of an order',
  input: Type.Object({ orderNo: OrderNo }),
  output: LoveCertificate,
  login: 'required',
  overlay: false,
  errors: ['not-found', 'order-state'],
});
