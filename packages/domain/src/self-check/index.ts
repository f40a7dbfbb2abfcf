export {
  type CheckState,
  isSelfCheckCode,
  type ReadCheck,
  readSelfCheck,
  SELF_CHECKS,
  type SelfCheckName,
  type SelfCheckResult,
  selfCheckCode,
} from './self-check-code.ts';
