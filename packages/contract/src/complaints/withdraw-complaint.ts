import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ComplaintNo, OwnComplaint } from './complaint-schemas.ts';

/** Takes back a complaint that is not answered yet */
export const withdrawComplaint = defineCall({
  name: 'withdrawComplaint',
  topic: 'complaints',
  method: 'POST',
  path: '/api/v1/user/complaints/withdraw',
  summary: 'Takes back a complaint that is not answered yet',
  input: Type.Object({ complaintNo: ComplaintNo }),
  output: OwnComplaint,
  login: 'required',
  specified: false,
  errors: ['not-found'],
});
