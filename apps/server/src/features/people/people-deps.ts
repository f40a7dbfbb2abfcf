import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { StaffDependencies } from '../staff/index.ts';

export interface PeopleDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  readonly approvals: StaffDependencies['approvals'];
}
