export {
  ANSWER_LIFE_DAYS,
  ANSWER_LIFE_MS,
  ASKING_LIFE_MS,
  classText,
  PRE_EXISTING_LABELS,
  PRE_EXISTING_WAYS,
  type PreExistingLabel,
  type PreExistingWay,
  pauseAfter,
} from './answer.ts';
export {
  APPEAL_REASONS,
  APPEAL_STATUS_TABLE,
  APPEAL_WORKING_DAYS,
  type AppealEvent,
  type AppealReason,
  type AppealStatus,
  appealReasonLabel,
  appealStatusLabel,
} from './appeal-status.ts';
export {
  GUARDIAN_CONSENT_LINE,
  HEALTH_CONSENT_LINES,
  HEALTH_CONSENT_VERSION,
  healthConsentText,
} from './consent-text.ts';
export { continuity } from './continuity.ts';
export {
  PRE_EXISTING_STATUS_TABLE,
  type PreExistingEvent,
  type PreExistingStatus,
  preExistingStatusLabel,
} from './query-status.ts';
export {
  type AskBasis,
  GUARDIANS_OF_A_MINOR,
  mayAskAbout,
  mayAskForOneself,
  STANDING_RULES,
  type StandingKind,
} from './who-may-ask.ts';
