import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupDetail, GroupNo } from './group-schemas.ts';

/** Where a group stands, with its list, its bill and what can be done */
export const queryGroup = defineCall({
  name: 'queryGroup',
  topic: 'group',
  method: 'GET',
  path: '/api/v1/companyInfo/order/query',
  summary: 'Where a group stands, with its list, its bill and what can be done',
  input: Type.Object({ groupNo: GroupNo }),
  output: GroupDetail,
  login: 'required',
  overlay: false,
  specified: false,
  errors: ['not-found'],
});
