import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { WithholdingContract } from './withholding-schemas.ts';

/** The automatic re-applications of the asker, newest first, one for each order; what hangs is asked about first */
export const queryWithholdings = defineCall({
  name: 'queryWithholdings',
  topic: 'withholding',
  method: 'GET',
  path: '/api/v1/insure/policy/yqyList',
  summary:
    'The automatic re-applications of the asker, newest first, one for each order; what hangs is asked about first',
  input: Type.Object({ orderNo: Type.Optional(OrderNo) }),
  output: Type.Object({ contracts: Type.Array(WithholdingContract) }),
  login: 'required',
  overlay: false,
  errors: ['not-found'],
});
