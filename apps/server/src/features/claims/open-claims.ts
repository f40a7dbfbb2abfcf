import { CLAIM_STATUS_TABLE, type ClaimStatus } from '@huimin/domain/adjustment';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { shardOfPerson } from './case-store.ts';

const DECIDED: readonly ClaimStatus[] = ['paid', 'refused', 'withdrawn'];
const OPEN = CLAIM_STATUS_TABLE.entries.map(({ status }) => status).filter((status) => !DECIDED.includes(status));

/**
 * Whose claims are not over, once for each claim: not decided and paid yet, or to be looked at once more. Only claims that
 * name this phone, and whoever bought the cover is in their own orders anyway: of other people's an account learns nothing.
 */
export async function openClaimsOf(
  query: Query,
  { phoneIndex }: Pick<SessionUser, 'phoneIndex'>,
  people: readonly Buffer[],
): Promise<Buffer[]> {
  if (people.length === 0) return [];
  const rows = await query<{ person_index: Buffer }>(
    `select c.person_index from unnest($1::smallint[], $2::bytea[]) as g(shard, person_index)
     join claim_cases c on c.shard = g.shard and c.person_index = g.person_index
     left join claim_rechecks r on r.shard = c.shard and r.case_no = c.case_no and r.status = 'asked'
     where c.phone_index = $4 and (c.status = any($3::text[]) or r.id is not null)`,
    [people.map(shardOfPerson), people, OPEN, phoneIndex],
  );
  return rows.map((row) => row.person_index);
}
