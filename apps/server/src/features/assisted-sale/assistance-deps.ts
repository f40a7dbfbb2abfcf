import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { MemberWriteDependencies } from '../insured/index.ts';

export interface AssistanceDependencies extends MemberWriteDependencies {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  /** `https://…`, without a slash at its end; where a resident's phone opens the link of a code. */
  readonly publicOrigin: string;
  /** When the order was paid for, in ms; null while it is not. */
  readonly orderPaidAt: (shard: number, orderId: bigint) => Promise<number | null>;
}
