import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupDetail, GroupNo, GroupPersonNo } from './group-schemas.ts';

/** Takes insured people out before the cover begins; their premium goes back to the company */
export const removeGroupPeople = defineCall({
  name: 'removeGroupPeople',
  topic: 'group',
  method: 'POST',
  path: '/api/v1/companyInfo/roster/remove',
  summary: 'Takes insured people out before the cover begins; their premium goes back to the company',
  input: Type.Object({ groupNo: GroupNo, personNos: Type.Array(GroupPersonNo, { minItems: 1, maxItems: 100 }) }),
  output: GroupDetail,
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state', 'switched-off'],
});
