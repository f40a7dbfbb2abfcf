import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupNo } from './group-schemas.ts';

/** Sends the message once more to those who have not answered; at most once a day */
export const remindGroup = defineCall({
  name: 'remindGroup',
  topic: 'group',
  method: 'POST',
  path: '/api/v1/companyInfo/roster/remind',
  summary: 'Sends the message once more to those who have not answered; at most once a day',
  input: Type.Object({ groupNo: GroupNo }),
  output: Type.Object({ people: Type.Integer() }),
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state'],
});
