export {
  type CheckState,
  isSelfCheckCode,
  type ReadCheck,
  readSelfCheck,
  SELF_CHECK_LABELS,
  SELF_CHECK_PLACES,
  SELF_CHECKS,
  type SelfCheckName,
  type SelfCheckResult,
  selfCheckCode,
} from './self-check-code.ts';
