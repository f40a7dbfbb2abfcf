export { callLabel } from './call-labels.ts';
export { consentLabel, fieldLabel } from './mark-labels.ts';
export { holdsNumber } from './public-words.ts';
export {
  ERASURE_CLAIM,
  RECORDING_STATUS_TABLE,
  RECORDING_USE,
  type RecordingStanding,
  type RecordingStatus,
  recordingStatus,
} from './recording-status.ts';
export {
  claimKeptUntilMs,
  complaintKeptUntilMs,
  type Retention,
  type RetentionFacts,
  type RetentionNumbers,
  retentionOf,
} from './retention-rules.ts';
