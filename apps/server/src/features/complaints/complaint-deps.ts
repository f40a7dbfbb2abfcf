import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface ComplaintDependencies extends Core {
  readonly limiter: RateLimiter;
}

export interface ComplaintDeskDependencies extends Core {
  readonly editions: Pick<EditionStore, 'all'>;
}
