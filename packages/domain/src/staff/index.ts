export { APPROVAL_STATUS_TABLE, type ApprovalStatus } from './approval-status.ts';
export { EXPORT_STATUS_TABLE, type ExportStatus } from './export-status.ts';
export { IMPORT_STATUS_TABLE, type ImportStatus } from './import-status.ts';
export {
  mayStaff,
  permissionsOf,
  rolesProblem,
  rolesThatMay,
  STAFF_PERMISSION_TABLE,
  STAFF_ROLE_LABELS,
} from './permissions.ts';
export {
  holdsScope,
  type ScopedThing,
  type StaffScope,
  scopeProblem,
  scopeText,
  seesEverything,
  WHOLE_SCOPE,
  withinScope,
} from './scope.ts';
export {
  FIRST_PASSWORD_MS,
  lockMsAfter,
  passwordProblem,
  STAFF_IDLE_MS,
  STAFF_SESSION_MS,
  STAFF_SIGN_IN_MS,
  TRIES_BEFORE_LOCK,
} from './sign-in-rules.ts';
