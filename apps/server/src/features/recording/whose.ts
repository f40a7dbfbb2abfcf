import type { Claimant, RecordingRow } from './recording-store.ts';

/** How somebody who sends a batch stands to the recording. */
export type Standing =
  /** The session or account that owns it, or shows its key. */
  | 'own'
  /** Nobody that is known: kept, and said so. */
  | 'stranger'
  /** Another account: refused. */
  | 'other';

export interface Whose {
  readonly standing: Standing;
  /** The recording becomes theirs. */
  readonly claims: boolean;
}

/**
 * The first session that uses a recording owns it, and the first account: who logs in on the way stays the owner, with a
 * session of another token. Its key goes before everything: a phone that somebody else logs in on still holds batches.
 */
export function whoseIs(
  recording: Pick<RecordingRow, 'session_hash' | 'user_id'>,
  { sessionHash, user }: Claimant,
  hasKey: boolean,
): Whose {
  const { session_hash: firstSession, user_id: owner } = recording;
  if (owner !== null) {
    if (user !== null) return { standing: user.id === owner || hasKey ? 'own' : 'other', claims: false };
    const same = sessionHash !== null && firstSession?.equals(sessionHash) === true;
    return { standing: same || hasKey ? 'own' : 'stranger', claims: false };
  }
  if (user !== null) return { standing: 'own', claims: true };
  if (firstSession === null) return { standing: 'own', claims: sessionHash !== null };
  const same = sessionHash !== null && firstSession.equals(sessionHash);
  return { standing: same || hasKey ? 'own' : 'stranger', claims: false };
}
