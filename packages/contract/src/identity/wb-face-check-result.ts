import { defineCall } from '../define-call.ts';
import { FaceCheckQuery, FaceCheckView } from './identity-schemas.ts';

/** What became of a face check at WBface, asked there */
export const wbFaceCheckResult = defineCall({
  name: 'wbFaceCheckResult',
  topic: 'identity',
  method: 'GET',
  path: '/api/v1/txcloud/txWbFaceQuery',
  summary: 'What became of a face check at WBface, asked there',
  input: FaceCheckQuery,
  output: FaceCheckView,
  login: 'optional',
  forSettlement: true,
  overlay: false,
  errors: ['not-found', 'too-many-requests'],
});
