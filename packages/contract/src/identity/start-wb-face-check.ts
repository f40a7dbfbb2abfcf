import { defineCall } from '../define-call.ts';
import { StartedFaceCheck, StartFaceCheckInput } from './identity-schemas.ts';

/** Begin a face check on the page of WBface */
export const startWbFaceCheck = defineCall({
  name: 'startWbFaceCheck',
  topic: 'identity',
  method: 'GET',
  path: '/api/v1/txcloud/txWbFace',
  summary: 'Begin a face check on the page of WBface',
  input: StartFaceCheckInput,
  output: StartedFaceCheck,
  login: 'optional',
  forSettlement: true,
  errors: ['not-found', 'switched-off', 'documents-changed', 'face-tries-used', 'provider-busy', 'too-many-requests'],
});
