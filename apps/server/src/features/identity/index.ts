export { type IdentityProofs, identityProofs } from './proofs.ts';
