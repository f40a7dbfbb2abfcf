import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { PaymentDependencies } from '../payment/index.ts';
import type { StaffDependencies } from '../staff/index.ts';

export interface OrderDeskDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  readonly payment: PaymentDependencies;
  readonly approvals: StaffDependencies['approvals'];
}
