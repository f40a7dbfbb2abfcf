import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';

/** What became of the permission whose page the browser came back from; what it brought is a hint only */
export const medicalAccountAuthorised = defineCall({
  name: 'medicalAccountAuthorised',
  topic: 'payment',
  method: 'GET',
  path: '/api/hbybpay/tx_authorized_notify',
  summary: 'What became of the permission whose page the browser came back from; what it brought is a hint only',
  input: Type.Object({
    appId: Type.String({ minLength: 1, maxLength: 64 }),
    encData: Type.String({ pattern: '^[0-9a-fA-F]{32,2048}$' }),
  }),
  output: Type.Object({
    orderNo: OrderNo,
    /** `waiting`: the bureau has not told us yet. */
    state: Type.Enum(['granted', 'waiting', 'declined', 'expired']),
  }),
  login: 'required',
  overlay: false,
  errors: ['not-found'],
});
