import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Log } from '../../ports/outside.ts';
import type { ClientEvent } from './client-event.ts';

export interface SupportDependencies {
  readonly limiter: RateLimiter;
  readonly log: Log;
  /** Both labels have few values. */
  countClientEvent(kind: ClientEvent['kind'], call: string): void;
}
