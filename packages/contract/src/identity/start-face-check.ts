import { defineCall } from '../define-call.ts';
import { StartedFaceCheck, StartFaceCheckInput } from './identity-schemas.ts';

/** Begin a face check on the page of Tencent */
export const startFaceCheck = defineCall({
  name: 'startFaceCheck',
  topic: 'identity',
  method: 'GET',
  path: '/api/v1/txcloud/txDetectAuth',
  summary: 'Begin a face check on the page of Tencent',
  input: StartFaceCheckInput,
  output: StartedFaceCheck,
  login: 'optional',
  forSettlement: true,
  errors: ['not-found', 'switched-off', 'documents-changed', 'face-tries-used', 'provider-busy', 'too-many-requests'],
});
