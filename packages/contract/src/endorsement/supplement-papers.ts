import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { FileIds } from '../uploads/upload-schemas.ts';
import { Change, ChangeNo } from './endorsement-schemas.ts';

/** Hands in further papers for a change that waits for them */
export const supplementPapers = defineCall({
  name: 'supplementPapers',
  topic: 'endorsement',
  method: 'POST',
  path: '/api/v1/insure/policy/BjPolicy',
  summary: 'Hands in further papers for a change that waits for them',
  input: Type.Object({ changeNo: ChangeNo, fileIds: FileIds }),
  output: Change,
  login: 'required',
  errors: ['not-found', 'order-state'],
});
