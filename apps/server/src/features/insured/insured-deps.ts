import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';

export interface InsuredDependencies extends Core {
  /** The edition with this code, or the one on show; null when there is none. */
  readonly editions: { edition(code?: string): { readonly code: string } | null };
}

export interface MemberWriteDependencies extends InsuredDependencies {
  readonly limiter: RateLimiter;
}
