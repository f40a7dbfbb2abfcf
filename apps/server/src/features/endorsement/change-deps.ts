import type { Calls } from '@huimin/contract';
import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { Handler } from '../../http/handler.ts';
import type { SmsCodeDeps } from '../account/index.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface ChangeDependencies extends Core {
  readonly editions: Pick<EditionStore, 'edition'>;
  readonly limiter: RateLimiter;
  /** A template for results is registered: only then a message is promised. */
  readonly tellsResults: boolean;
  /** Sends the codes that confirm a change. */
  readonly codes: SmsCodeDeps;
  /** Seals who is to be checked, for a proof of identity. */
  readonly prepareCheck: Handler<Calls['prepareIdentityCheck']>;
}
