import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { PaperFiles } from './certificate-schemas.ts';

/** Links to the e-policies of an order */
export const listPolicyFiles = defineCall({
  name: 'listPolicyFiles',
  topic: 'certificate',
  method: 'POST',
  path: '/api/v1/insure/policy/insureUrlList',
  summary: 'Links to the e-policies of an order',
  input: Type.Object({ orderNo: OrderNo }),
  output: PaperFiles,
  login: 'required',
  overlay: false,
  errors: ['not-found', 'paper-not-ready'],
});
