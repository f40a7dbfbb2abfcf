import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupDetail, GroupNo } from './group-schemas.ts';

/** Ends a group for which nothing was paid */
export const closeGroup = defineCall({
  name: 'closeGroup',
  topic: 'group',
  method: 'POST',
  path: '/api/v1/companyInfo/order/close',
  summary: 'Ends a group for which nothing was paid',
  input: Type.Object({ groupNo: GroupNo, reason: Type.Optional(Type.String({ maxLength: 100 })) }),
  output: GroupDetail,
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state'],
});
