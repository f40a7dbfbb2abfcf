import { DESTROYED_NAME } from '@huimin/domain/person';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { COMPLAINT_SEAL, ENDED, STEP_SEAL } from './complaint-store.ts';

export interface ComplaintPlace {
  readonly shard: number;
  readonly id: bigint;
}

interface EndedComplaint extends ComplaintPlace {
  readonly endedAtMs: number;
  /** Of the order it is about; null: about none. */
  readonly edition: string | null;
}

/** Ended complaints from a place on by their key, of which nothing is forgotten yet; the last one read, null at the end. */
export async function complaintsFrom(
  query: Query,
  from: ComplaintPlace,
  limit: number,
): Promise<{ readonly ended: EndedComplaint[]; readonly last: ComplaintPlace | null }> {
  const rows = await query<EndedComplaint & { readonly isOver: boolean }>(
    `select c.shard, c.id, o.edition_code as edition,
       coalesce((select max(s.at) from complaint_steps s where s.shard = c.shard and s.complaint_id = c.id), c.filed_at)
         as "endedAtMs",
       c.forgotten_at is null and c.status = any($3::text[]) and c.evidence in ('none', 'ended', 'erased') as "isOver"
     from complaints c left join orders o on o.shard = c.shard and o.id = c.order_id
     where (c.shard, c.id) > ($1::smallint, $2::bigint) order by c.shard, c.id limit ${limit}`,
    [from.shard, from.id, [...ENDED]],
  );
  return { ended: rows.filter(({ isOver }) => isOver), last: rows.length === limit ? (rows.at(-1) ?? null) : null };
}

/**
 * Takes the person out of a complaint: what was written, talked about and answered, the phone, the keyed hash. What it was about,
 * its days and what was found stay for the reports, of nobody.
 */
export async function forgetComplaint(
  { vault, clock }: Pick<Core, 'vault' | 'clock'>,
  query: Query,
  { shard, id }: ComplaintPlace,
): Promise<void> {
  await query(
    `update complaint_steps set words_sealed = $3
     where shard = $1 and complaint_id = $2 and words_sealed is not null`,
    [shard, id, vault.seal(STEP_SEAL, DESTROYED_NAME)],
  );
  await query(
    `update complaints set words_sealed = $3, person_index = null, phone_sealed = null, forgotten_at = $4
     where shard = $1 and id = $2`,
    [shard, id, vault.seal(COMPLAINT_SEAL, DESTROYED_NAME), new Date(clock.now())],
  );
}
