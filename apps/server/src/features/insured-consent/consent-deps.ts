import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { SmsGateway } from '../../ports/sms-gateway.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface ConsentDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  readonly sms: SmsGateway;
  /** People can be asked by message. */
  readonly asks: boolean;
}
