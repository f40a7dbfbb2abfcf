import type { Query } from '../../db/database.ts';

/** Whether the three were confirmed since then. */
export async function matchedSince(query: Query, shard: number, subjectIndex: Buffer, ms: number): Promise<boolean> {
  const rows = await query(
    'select 1 as matched from three_element_matches where shard = $1 and subject_index = $2 and matched_at > $3',
    [shard, subjectIndex, new Date(ms)],
  );
  return rows.length === 1;
}

export async function keepMatch(query: Query, shard: number, subjectIndex: Buffer, nowMs: number): Promise<void> {
  await query(
    `insert into three_element_matches (shard, subject_index, matched_at) values ($1, $2, $3)
     on conflict (shard, subject_index) do update set matched_at = excluded.matched_at`,
    [shard, subjectIndex, new Date(nowMs)],
  );
}
