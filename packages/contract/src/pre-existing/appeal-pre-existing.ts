import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AppealFiles, AppealReason, PreExistingQuery, QueryNo } from './pre-existing-schemas.ts';

/** Appeal against an answer, with papers */
export const appealPreExisting = defineCall({
  name: 'appealPreExisting',
  topic: 'pre-existing',
  method: 'POST',
  path: '/api/v1/insure/personal/pre-existing/appeal',
  summary: 'Appeal against an answer, with papers',
  input: Type.Object({ queryNo: QueryNo, appealReason: AppealReason, fileIds: AppealFiles }),
  output: PreExistingQuery,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
