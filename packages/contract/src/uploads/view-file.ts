import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { FileId } from './upload-schemas.ts';

/** A file one has handed in oneself */
export const viewFile = defineCall({
  name: 'viewFile',
  topic: 'uploads',
  method: 'GET',
  path: '/api/v1/insure/policy/file/view',
  summary: 'A file one has handed in oneself',
  input: Type.Object({ fileId: FileId }),
  output: Type.Any(),
  login: 'required',
  replyKind: 'file',
  specified: false,
  errors: ['not-found'],
});
