import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { PaperFiles } from './certificate-schemas.ts';

/** Links to all papers of an order: e-policies, vouchers, the record of its money */
export const listPaperFiles = defineCall({
  name: 'listPaperFiles',
  topic: 'certificate',
  method: 'POST',
  path: '/api/v1/insure/policy/insureUrlList3',
  summary: 'Links to all papers of an order: e-policies, vouchers, the record of its money',
  input: Type.Object({ orderNo: OrderNo }),
  output: PaperFiles,
  login: 'required',
  overlay: false,
  errors: ['not-found', 'paper-not-ready'],
});
