import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { Approvals } from './approvals.ts';

export interface StaffDependencies extends Core {
  readonly limiter: RateLimiter;
  readonly approvals: Approvals;
}
