import type { Query } from '../../../db/database.ts';
import { settleStates } from '../sealing/list-row.ts';

interface PersonLifted {
  /** May be looked at and passed on again. */
  readonly lifted: number;
  /** Stay restricted: for another reason, or because their erasure was asked for as well. */
  readonly kept: number;
}

/**
 * Takes back, within the caller's transaction, what `restrictPerson` did for this reason. Safe to repeat.
 * @param person the keyed hash under which the recordings are kept
 * @param reason as it was given when they were restricted
 * @param sinceMs only recordings that began later; null: all
 */
export async function liftRestrictions(
  query: Query,
  person: Buffer,
  reason: string,
  sinceMs: number | null,
): Promise<PersonLifted> {
  const lifted = await query<{ trace: string }>(
    `update recordings set restricted_at = null, restricted_why = null
     where holder = $1 and restricted_why = $2 and ($3::timestamptz is null or created_at > $3) returning trace`,
    [person, reason, sinceMs === null ? null : new Date(sinceMs)],
  );
  const traces = lifted.map(({ trace }) => trace);
  await query(
    `update evidence_recordings set restricted_at = null, restricted_why = null
     where holder = $1 and restricted_why = $2 and erased_at is null and trace = any($3::text[])`,
    [person, reason, traces],
  );
  await settleStates(query, traces);
  const [left] = await query<{ kept: number }>(
    'select count(*)::integer as kept from recordings where holder = $1 and restricted_at is not null',
    [person],
  );
  return { lifted: traces.length, kept: left?.kept ?? 0 };
}
