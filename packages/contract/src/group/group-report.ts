import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupNo } from './group-schemas.ts';

/** Who is insured, as a CSV file without health data */
export const groupReport = defineCall({
  name: 'groupReport',
  topic: 'group',
  method: 'GET',
  path: '/api/v1/companyInfo/roster/report',
  summary: 'Who is insured, as a CSV file without health data',
  input: Type.Object({ groupNo: GroupNo }),
  output: Type.Any(),
  login: 'required',
  replyKind: 'file',
  specified: false,
  errors: ['not-found'],
});
