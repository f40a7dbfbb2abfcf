import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { PaperFiles } from './certificate-schemas.ts';

/** Links to the payment vouchers of an order */
export const listVoucherFiles = defineCall({
  name: 'listVoucherFiles',
  topic: 'certificate',
  method: 'POST',
  path: '/api/v1/insure/policy/insureUrlList2',
  summary: 'Links to the payment vouchers of an order',
  input: Type.Object({ orderNo: OrderNo }),
  output: PaperFiles,
  login: 'required',
  overlay: false,
  errors: ['not-found', 'paper-not-ready'],
});
