import type { HandlerTable } from '../../http/handler.ts';
import { aesEncrypt } from './aes-encrypt.ts';
import { pushPhone, queryParam, ybjkJumpCheck, ybjkJumpSave } from './jump-calls.ts';
import type { JumpDependencies } from './jump-deps.ts';

export { JUMP_PHONE_SEAL } from './jump-calls.ts';
export type { JumpDependencies } from './jump-deps.ts';
export { sweepJumps } from './jump-store.ts';
export { keepMedicalAppTarget, medicalAppTargets } from './medical-app-targets.ts';
export { purposeKey } from './seal-token.ts';
export { keepTokenPurpose, tokenPurposes } from './token-purposes.ts';

/** The calls of this topic, by name. */
export function partnerJumpHandlers(deps: JumpDependencies) {
  return {
    ybjkJumpCheck: ybjkJumpCheck(deps),
    ybjkJumpSave: ybjkJumpSave(deps),
    pushPhone: pushPhone(deps),
    queryParam: queryParam(deps),
    aesEncrypt: aesEncrypt(deps),
  } satisfies HandlerTable;
}
