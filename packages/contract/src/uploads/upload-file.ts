import { defineCall } from '../define-call.ts';
import { UPLOAD_BODY_BYTES, UploadedFile, UploadInput } from './upload-schemas.ts';

/** Hands in a photo or a PDF. Safe to repeat with the same clientKey */
export const uploadFile = defineCall({
  name: 'uploadFile',
  topic: 'uploads',
  method: 'POST',
  path: '/api/v1/insure/policy/uploadFile',
  summary: 'Hands in a photo or a PDF. Safe to repeat with the same clientKey',
  input: UploadInput,
  output: UploadedFile,
  login: 'required',
  overlay: false,
  errors: ['file-refused', 'too-many-requests'],
  bodyLimitBytes: UPLOAD_BODY_BYTES,
});
