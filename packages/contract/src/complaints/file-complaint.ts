import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ClientKey, OrderNo } from '../vocabulary/schemas.ts';
import { ComplaintCategoryName, ComplaintFiles, ComplaintWords, OwnComplaint } from './complaint-schemas.ts';

/** Files a complaint, about an order of one's own or none, with pictures or none. Safe to repeat with the same clientKey */
export const fileComplaint = defineCall({
  name: 'fileComplaint',
  topic: 'complaints',
  method: 'POST',
  path: '/api/v1/user/complaints',
  summary:
    'Files a complaint, about an order of one’s own or none, with pictures or none. Safe to repeat with the same clientKey',
  input: Type.Object({
    clientKey: ClientKey,
    category: ComplaintCategoryName,
    words: ComplaintWords,
    orderNo: Type.Optional(OrderNo),
    fileIds: Type.Optional(ComplaintFiles),
  }),
  output: OwnComplaint,
  login: 'required',
  specified: false,
  errors: ['not-found', 'too-many-requests'],
});
