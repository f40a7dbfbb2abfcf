import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ComplaintNo, ComplaintWords, OwnComplaint } from './complaint-schemas.ts';

/** Opens an answered complaint again, once, with what the answer left out */
export const reopenComplaint = defineCall({
  name: 'reopenComplaint',
  topic: 'complaints',
  method: 'POST',
  path: '/api/v1/user/complaints/reopen',
  summary: 'Opens an answered complaint again, once, with what the answer left out',
  input: Type.Object({ complaintNo: ComplaintNo, words: ComplaintWords }),
  output: OwnComplaint,
  login: 'required',
  specified: false,
  errors: ['not-found'],
});
