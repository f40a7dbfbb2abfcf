import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';

/** A policy that covers or covered a person, as far as it says who may see their claims. */
export interface PolicyOfPerson {
  readonly boughtBy: bigint;
  readonly insuredName: string;
  /** The person's own, 11 digits. */
  readonly insuredPhone: string | null;
}

/** What comes of a file or of a wish, beside any request. */
export interface ClaimBooksDependencies extends Core {
  readonly editions: EditionStore;
}

export interface ClaimDependencies extends ClaimBooksDependencies {
  readonly limiter: RateLimiter;
  /** Answers to wishes for a second look go out as text messages too. */
  readonly tellsResults: boolean;
  /** Issued policies of a person, whoever bought them. */
  readonly policiesOf: (personIndex: Buffer) => Promise<readonly PolicyOfPerson[]>;
}
