export {
  CHANGE_FIELDS,
  CHANGE_REASONS,
  type ChangeClass,
  type ChangeField,
  type ChangeReason,
  type ChangeSubject,
  changeFieldLabel,
  changeFieldRow,
  changeReasonLabel,
} from './change-fields.ts';
export { type ChangeItem, maskedValue, shownItem, wholeValue } from './change-items.ts';
export {
  type ChangeDates,
  type ChangeDecision,
  type ChangePhase,
  changePhaseAt,
  decideChange,
  REVIEW_WORKING_DAYS,
} from './change-rules.ts';
export {
  CHANGE_STATUS_TABLE,
  type ChangeEvent,
  type ChangeStatus,
  nextChangeStatus,
  OPEN_CHANGE,
  shownChangeStatus,
} from './change-status.ts';
export { DESK_CAUSES, type DeskCause, type DeskTopicName } from './desk-causes.ts';
export { type Correction, type IdentityOnPaper, measureCorrection } from './measure-correction.ts';
