import type { HandlerTable } from '../../http/handler.ts';
import { checkCarrier } from './check-carrier.ts';
import { faceCheckResult } from './face-check-result.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { prepareIdentityCheck } from './prepare-identity-check.ts';
import { readIdCard } from './read-id-card.ts';
import { startFaceCheck } from './start-face-check.ts';

export { registerFaceReturnRoute } from './face-return-route.ts';
export type { IdentityDeps } from './identity-deps.ts';
export { type IdentityProofs, identityProofs } from './proofs.ts';
export { openSubject } from './subject.ts';
export { sweepIdentity } from './sweep-identity.ts';

/** The calls of this topic, by name. */
export function identityHandlers(deps: IdentityDeps) {
  return {
    prepareIdentityCheck: prepareIdentityCheck(deps),
    checkCarrier: checkCarrier(deps),
    startFaceCheck: startFaceCheck(deps, 'detect-auth'),
    startWbFaceCheck: startFaceCheck(deps, 'wbface'),
    faceCheckResult: faceCheckResult(deps, 'detect-auth'),
    wbFaceCheckResult: faceCheckResult(deps, 'wbface'),
    readIdCard: readIdCard(deps),
    readIdCardPhoto: readIdCard(deps),
  } satisfies HandlerTable;
}
