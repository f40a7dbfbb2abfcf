import { defineCall } from '../define-call.ts';
import { UPLOAD_BODY_BYTES, UploadedFile, UploadInput } from './upload-schemas.ts';

/** The same as uploadFile, under the address that the insurance channel of the messaging app calls */
export const uploadFileWb = defineCall({
  name: 'uploadFileWb',
  topic: 'uploads',
  method: 'POST',
  path: '/api/v1/insure/policy/uploadFileWb',
  summary: 'The same as uploadFile, under the address that the insurance channel of the messaging app calls',
  input: UploadInput,
  output: UploadedFile,
  login: 'required',
  overlay: false,
  errors: ['file-refused', 'too-many-requests'],
  bodyLimitBytes: UPLOAD_BODY_BYTES,
});
