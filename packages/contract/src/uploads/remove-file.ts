import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { FileId } from './upload-schemas.ts';

/** Deletes a file that belongs to no request yet */
export const removeFile = defineCall({
  name: 'removeFile',
  topic: 'uploads',
  method: 'POST',
  path: '/api/v1/insure/policy/file/remove',
  summary: 'Deletes a file that belongs to no request yet',
  input: Type.Object({ fileId: FileId }),
  output: Empty,
  login: 'required',
  overlay: false,
  specified: false,
  errors: ['not-found'],
});
