import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { SmsCodeDeps } from '../account/index.ts';
import type { RetentionDependencies } from '../evidence/index.ts';
import type { HeldDependencies } from './held/index.ts';

/** Under what an account's recordings are found; not the keyed hash of the person, under which everything else is. */
interface RecordingHolder {
  holderOf(userId: bigint): Buffer;
}

export interface RightsDependencies extends HeldDependencies {
  readonly limiter: RateLimiter;
  readonly codes: SmsCodeDeps;
  readonly retention: RetentionDependencies;
  /** This process answers for the session no longer. */
  readonly forgetSession: (tokenHash: Buffer) => void;
  /** How long insurance papers are kept after the cover's end. */
  readonly keptYears: number;
}

export interface RightsDeskDependencies extends Core {
  readonly recordings: RecordingHolder;
  readonly retention: RetentionDependencies;
}
