import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { MailGateway } from '../../ports/mail-gateway.ts';
import type { PaymentDependencies } from '../payment/index.ts';
import type { PaperDependencies } from '../policy/index.ts';

/** What the papers need once they exist: whom to ask about them, how to pass them on. */
export interface CertificateDependencies extends PaperDependencies {
  readonly limiter: RateLimiter;
  /** Reads the story of an order's money. */
  readonly payment: PaymentDependencies;
  /** Null where papers cannot be sent by e-mail. */
  readonly mail: MailGateway | null;
}
