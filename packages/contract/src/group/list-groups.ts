import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupSummary } from './group-schemas.ts';

/** The groups whose contact person is the one logged in, newest first */
export const listGroups = defineCall({
  name: 'listGroups',
  topic: 'group',
  method: 'GET',
  path: '/api/v1/companyInfo/order/list',
  summary: 'The groups whose contact person is the one logged in, newest first',
  input: Type.Object({}),
  output: Type.Object({ groups: Type.Array(GroupSummary) }),
  login: 'required',
  specified: false,
});
