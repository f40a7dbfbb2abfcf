import { defineCall } from '../define-call.ts';
import { FaceCheckQuery, FaceCheckView } from './identity-schemas.ts';

/** What became of a face check at Tencent, asked there */
export const faceCheckResult = defineCall({
  name: 'faceCheckResult',
  topic: 'identity',
  method: 'GET',
  path: '/api/v1/txcloud/txDetectAuthQuery',
  summary: 'What became of a face check at Tencent, asked there',
  input: FaceCheckQuery,
  output: FaceCheckView,
  login: 'optional',
  forSettlement: true,
  overlay: false,
  errors: ['not-found', 'too-many-requests'],
});
