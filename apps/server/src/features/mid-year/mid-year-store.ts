import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

/** Which of these people may join late at this moment. */
export async function approvedMidYear(
  query: Query,
  user: SessionUser,
  editionCode: string,
  personIndexes: readonly Buffer[],
  nowMs: number,
): Promise<Buffer[]> {
  const rows = await query<{ person_index: Buffer }>(
    `select person_index from mid_year_applications
     where shard = $1 and user_id = $2 and edition_code = $3 and person_index = any($4::bytea[])
       and status = 'approved' and good_until > $5`,
    [user.shard, user.id, editionCode, personIndexes, new Date(nowMs)],
  );
  return rows.map((row) => row.person_index);
}
