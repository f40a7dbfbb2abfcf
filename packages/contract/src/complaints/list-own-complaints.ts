import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { ComplaintCategoryName, OwnComplaint } from './complaint-schemas.ts';

/** One's own complaints, the latest first, with what was answered */
export const listOwnComplaints = defineCall({
  name: 'listOwnComplaints',
  topic: 'complaints',
  method: 'GET',
  path: '/api/v1/user/complaints',
  summary: 'One’s own complaints, the latest first, with what was answered',
  input: Empty,
  output: Type.Object({
    complaints: Type.Array(OwnComplaint),
    /** What can be chosen now, in the operators' words. */
    categories: Type.Array(Type.Object({ value: ComplaintCategoryName, label: Type.String() })),
  }),
  login: 'required',
  overlay: false,
  specified: false,
});
