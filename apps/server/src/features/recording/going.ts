import type { RecordingKeys } from './recording-keys.ts';
import type { Claimant, RecordingRow } from './recording-store.ts';
import type { Standing } from './whose.ts';

/** A recording to which a batch may be added, and whose it then is. */
export interface Admitted {
  readonly recording: RecordingRow;
  readonly keys: RecordingKeys;
  readonly standing: Standing;
}

/** A visit that goes on, as it was when it was looked up last. */
export interface Going extends Admitted {
  readonly claimant: Claimant;
  /** The recording's key as it was shown, or nothing. */
  readonly key: string;
  readonly at: number;
}
