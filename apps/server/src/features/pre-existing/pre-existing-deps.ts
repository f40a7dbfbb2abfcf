import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { PreExistingRegistry } from '../../ports/pre-existing-registry.ts';
import type { IdentityProofs } from '../identity/index.ts';
import type { LoadMembers } from '../insured/index.ts';
import type { PaperDependencies } from '../policy/index.ts';

export interface PreExistingDependencies extends PaperDependencies {
  readonly limiter: RateLimiter;
  readonly proofs: IdentityProofs;
  readonly loadMembers: LoadMembers;
  /** By way, the one to begin with first; empty where no platform is named. */
  readonly registries: ReadonlyMap<PreExistingRegistry['way'], PreExistingRegistry>;
}
