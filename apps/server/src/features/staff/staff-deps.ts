import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { StaffMember } from './account-store.ts';
import type { Approvals } from './approvals.ts';

export interface StaffDependencies extends Core {
  readonly limiter: RateLimiter;
  readonly approvals: Approvals;
  /** What waits on the pages of other topics for somebody, by what it is. */
  readonly counters: readonly WaitingCounter[];
}

/** Counts what waits for one of the staff; answers nothing where they have nothing to do with it. */
export type WaitingCounter = (member: StaffMember) => Promise<Readonly<Record<string, number>>>;
