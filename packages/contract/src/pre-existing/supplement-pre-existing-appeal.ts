import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AppealFiles, AppealNo, PreExistingQuery } from './pre-existing-schemas.ts';

/** Hand in the papers that an appeal still lacks */
export const supplementPreExistingAppeal = defineCall({
  name: 'supplementPreExistingAppeal',
  topic: 'pre-existing',
  method: 'POST',
  path: '/api/v1/insure/personal/pre-existing/appeal/supplement',
  summary: 'Hand in the papers that an appeal still lacks',
  input: Type.Object({ appealNo: AppealNo, fileIds: AppealFiles }),
  output: PreExistingQuery,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
