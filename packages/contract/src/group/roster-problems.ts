import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupNo } from './group-schemas.ts';

/** The rows of the list that have to be put right, as a CSV file */
export const rosterProblems = defineCall({
  name: 'rosterProblems',
  topic: 'group',
  method: 'GET',
  path: '/api/v1/companyInfo/roster/problems',
  summary: 'The rows of the list that have to be put right, as a CSV file',
  input: Type.Object({ groupNo: GroupNo }),
  output: Type.Any(),
  login: 'required',
  replyKind: 'file',
  specified: false,
  errors: ['not-found'],
});
