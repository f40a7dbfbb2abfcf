import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { SentMessages, SmsGateway } from '../../ports/sms-gateway.ts';
import type { SmsCodeDeps } from '../account/index.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface BookingDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  /** Sends the code by which somebody without a login shows which phone is theirs. */
  readonly codes: SmsCodeDeps;
  readonly sms: SmsGateway;
  readonly sentMessages: SentMessages;
  /** Whether a message about an opened sale can be sent at all; where not, nothing is promised. */
  readonly tellsOpenings: boolean;
  /** How many reminders all servers together send in a second. */
  readonly noticesPerSecond: number;
}
