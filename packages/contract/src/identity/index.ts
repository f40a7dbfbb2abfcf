export { checkCarrier } from './check-carrier.ts';
export { faceCheckResult } from './face-check-result.ts';
export { prepareIdentityCheck } from './prepare-identity-check.ts';
export { readIdCard } from './read-id-card.ts';
export { readIdCardPhoto } from './read-id-card-photo.ts';
export { startFaceCheck } from './start-face-check.ts';
export { startWbFaceCheck } from './start-wb-face-check.ts';
export { wbFaceCheckResult } from './wb-face-check-result.ts';
