import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { SmsCodeDeps } from '../account/index.ts';
import type { PaperDependencies } from '../policy/index.ts';

export interface PolicySearchDependencies extends PaperDependencies {
  readonly limiter: RateLimiter;
  /** Sends the code by which somebody without a login shows which phone is theirs. */
  readonly codes: SmsCodeDeps;
}
