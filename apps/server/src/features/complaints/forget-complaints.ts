import { DESTROYED_NAME } from '@huimin/domain/person';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { keepFilesUntil } from '../uploads/index.ts';
import { addStep, COMPLAINT_SEAL, ENDED, moveComplaint, STEP_SEAL } from './complaint-store.ts';

export interface ComplaintPlace {
  readonly shard: number;
  readonly id: bigint;
}

interface EndedComplaint extends ComplaintPlace {
  readonly endedAtMs: number;
  /** Of the order it is about; null: about none. */
  readonly edition: string | null;
}

/**
 * Complaints that ended, or were answered and never closed, from a place on by their key, of which nothing is forgotten yet; the
 * last one read, null at the end.
 */
export async function complaintsFrom(
  query: Query,
  from: ComplaintPlace,
  limit: number,
): Promise<{ readonly ended: EndedComplaint[]; readonly last: ComplaintPlace | null }> {
  const rows = await query<EndedComplaint & { readonly isOver: boolean }>(
    `select c.shard, c.id, o.edition_code as edition,
       case when c.status = 'answered' then c.answered_at else
         coalesce((select max(s.at) from complaint_steps s where s.shard = c.shard and s.complaint_id = c.id), c.filed_at)
       end as "endedAtMs",
       c.forgotten_at is null and (c.status = 'answered' and c.answered_at is not null
         or c.status = any($3::text[]) and c.evidence in ('none', 'ended', 'erased')) as "isOver"
     from complaints c left join orders o on o.shard = c.shard and o.id = c.order_id
     where (c.shard, c.id) > ($1::smallint, $2::bigint) order by c.shard, c.id limit ${limit}`,
    [from.shard, from.id, [...ENDED]],
  );
  return { ended: rows.filter(({ isOver }) => isOver), last: rows.length === limit ? (rows.at(-1) ?? null) : null };
}

/**
 * Takes the person out of a complaint: what was written, talked about and answered, the phone, the keyed hash. What it was about,
 * its days and what was found stay for the reports, of nobody. One that was answered and never closed is closed by that, without
 * a finding. One that is opened again in the same instant stays.
 */
export async function forgetComplaint(
  core: Pick<Core, 'vault' | 'clock' | 'orderIds'>,
  query: Query,
  { shard, id }: ComplaintPlace,
): Promise<void> {
  const { vault, clock } = core;
  const nowMs = clock.now();
  const closed = await moveComplaint(
    query,
    { shard, id },
    { event: 'Closed', nowMs, set: { closed_at: new Date(nowMs) } },
  );
  if (closed !== null) {
    await addStep(core, query, { shard, id }, 'closed');
    await keepFilesUntil(query, shard, id, nowMs);
  }
  const forgotten = await query(
    `update complaints set words_sealed = $3, person_index = null, phone_sealed = null, forgotten_at = $4
     where shard = $1 and id = $2 and status = any($5::text[]) returning 1 as forgotten`,
    [shard, id, vault.seal(COMPLAINT_SEAL, DESTROYED_NAME), new Date(nowMs), [...ENDED]],
  );
  if (forgotten.length === 0) return;
  await query(
    `update complaint_steps set words_sealed = $3
     where shard = $1 and complaint_id = $2 and words_sealed is not null`,
    [shard, id, vault.seal(STEP_SEAL, DESTROYED_NAME)],
  );
}
