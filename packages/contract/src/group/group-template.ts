import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupNo } from './group-schemas.ts';

/** The table to fill in, as an XLSX file */
export const groupTemplate = defineCall({
  name: 'groupTemplate',
  topic: 'group',
  method: 'GET',
  path: '/api/v1/companyInfo/roster/template',
  summary: 'The table to fill in, as an XLSX file',
  input: Type.Object({ groupNo: GroupNo }),
  output: Type.Any(),
  login: 'required',
  replyKind: 'file',
  specified: false,
  errors: ['not-found'],
});
