export { JUMP_CONSENT_LINES, JUMP_CONSENT_VERSION } from './consent-text.ts';
export {
  JUMP_LIFE_MS,
  JUMP_STATUS_TABLE,
  type JumpEvent,
  type JumpStatus,
  jumpStatusLabel,
} from './jump-status.ts';
