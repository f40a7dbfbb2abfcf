import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { FileIds } from '../uploads/upload-schemas.ts';
import { GroupDetail, GroupNo } from './group-schemas.ts';

/** Hands in the receipt of the transfer that pays the open bill */
export const giveGroupVoucher = defineCall({
  name: 'giveGroupVoucher',
  topic: 'group',
  method: 'POST',
  path: '/api/v1/companyInfo/pay/voucher',
  summary: 'Hands in the receipt of the transfer that pays the open bill',
  input: Type.Object({ groupNo: GroupNo, fileIds: FileIds }),
  output: GroupDetail,
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state'],
});
