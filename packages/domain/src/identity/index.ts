export {
  FACE_CHECK_LIFE_MS,
  FACE_CHECK_STATUS_TABLE,
  FACE_TRIES_A_DAY,
  FACE_TRY,
  type FaceCheckEvent,
  type FaceCheckStatus,
  nextFaceCheckStatus,
} from './face-check-status.ts';
export { FACE_CONSENT_LINES, FACE_CONSENT_VERSION } from './face-consent.ts';
