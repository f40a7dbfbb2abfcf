import type { Query } from '../../../db/database.ts';
import { eraseRecording } from './erase-recording.ts';
import { restrictRecording } from './holds.ts';
import { lookAt, type RetentionDependencies } from './keep-recordings.ts';
import { keptRecording } from './kept-recordings.ts';

/** What became of a person's recordings. */
interface PersonRestricted {
  /** Kept because the rules ask for it; nothing else is done with them from now on. */
  readonly restricted: number;
  /** Over their time: keys and objects are gone. */
  readonly erased: number;
  /** Over their time, and not to be erased yet; each says why where it is listed. */
  readonly refused: number;
  /** Not sealed yet: restricted as soon as they are. */
  readonly waiting: number;
}

/**
 * A person closes the account, or claims erasure: what the rules still ask for is restricted, what is past its time is erased at
 * once, whatever RETENTION_ERASES says. Safe to repeat; what was restricted is erased when its time is over.
 * @param person the keyed hash under which the recordings are kept (`Recordings.holderOf` of the account)
 * @param reason for the house alone; it does not go into the log
 */
export async function restrictPerson(
  deps: RetentionDependencies,
  person: Buffer,
  reason: string,
): Promise<PersonRestricted> {
  const { query } = deps.database;
  const waiting = await markUnsealed(query, person, reason, deps.clock.now());
  const sum = { restricted: 0, erased: 0, refused: 0, waiting };
  const rows = await query<{ trace: string }>(
    `select trace from evidence_recordings where holder = $1 and erased_at is null order by trace`,
    [person],
  );
  for (const { trace } of rows) {
    const recording = await keptRecording(query, trace);
    if (!recording) continue;
    if (await lookAt(deps, recording)) {
      const { erased } = await eraseRecording(deps, trace);
      sum[erased ? 'erased' : 'refused'] += 1;
    } else {
      await restrictRecording(deps, trace, reason);
      sum.restricted += 1;
    }
  }
  return sum;
}

/** What is sealed later takes it from here. */
async function markUnsealed(query: Query, person: Buffer, reason: string, nowMs: number): Promise<number> {
  const marked = await query<{ sealed: number }>(
    `update recordings set restricted_at = coalesce(restricted_at, $2), restricted_why = coalesce(restricted_why, $3)
     where holder = $1 returning sealed`,
    [person, new Date(nowMs), reason],
  );
  return marked.filter(({ sealed }) => sealed === 0).length;
}
