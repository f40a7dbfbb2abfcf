import { CLAIM_STATUS_TABLE, type ClaimStatus } from '@huimin/domain/adjustment';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { shardOfPerson } from './case-store.ts';
import { type ClaimViewing, casesSeenBy } from './people.ts';

const DECIDED: readonly ClaimStatus[] = ['paid', 'refused', 'withdrawn'];
const OPEN = CLAIM_STATUS_TABLE.entries.map(({ status }) => status).filter((status) => !DECIDED.includes(status));

export const isOpenClaim = (status: ClaimStatus): boolean => OPEN.includes(status);

/** Those of these people who have a claim by this edition that is not over, or is to be looked at once more. */
export async function openClaimsAmong<P extends { readonly person: Buffer; readonly edition: string }>(
  query: Query,
  people: readonly P[],
): Promise<P[]> {
  if (people.length === 0) return [];
  const rows = await query<{ person: Buffer; edition: string }>(
    `select distinct c.person_index as person, c.edition_code as edition
     from unnest($1::smallint[], $2::bytea[], $3::text[]) as g(shard, person_index, edition_code)
     join claim_cases c on c.shard = g.shard and c.person_index = g.person_index and c.edition_code = g.edition_code
     left join claim_rechecks r on r.shard = c.shard and r.case_no = c.case_no and r.status = 'asked'
     where c.status = any($4::text[]) or r.id is not null`,
    [
      people.map(({ person }) => shardOfPerson(person)),
      people.map(({ person }) => person),
      people.map(({ edition }) => edition),
      OPEN,
    ],
  );
  const keyOf = ({ person, edition }: { person: Buffer; edition: string }) => `${person.toString('hex')} ${edition}`;
  const open = new Set(rows.map(keyOf));
  return people.filter((one) => open.has(keyOf(one)));
}

/**
 * Whose claims are not over, once for each claim: not decided and paid yet, or to be looked at once more. Of `people` only
 * claims that name this phone, and beside them what the account is shown anyway: a child's claim may name no phone, and its
 * policy the parent's. Of other people's claims an account learns nothing.
 */
export async function openClaimsOf(
  deps: ClaimViewing,
  user: SessionUser,
  people: readonly Buffer[],
): Promise<Buffer[]> {
  const seen = await casesSeenBy(deps, user);
  const rows = await deps.database.query<{ person_index: Buffer }>(
    `select c.person_index from (
       select c.shard, c.case_no from unnest($1::smallint[], $2::bytea[]) as g(shard, person_index)
       join claim_cases c on c.shard = g.shard and c.person_index = g.person_index
       where c.phone_index = $4
       union
       select shard, case_no from unnest($5::smallint[], $6::text[]) as s(shard, case_no)
     ) known
     join claim_cases c on c.shard = known.shard and c.case_no = known.case_no
     left join claim_rechecks r on r.shard = c.shard and r.case_no = c.case_no and r.status = 'asked'
     where c.status = any($3::text[]) or r.id is not null`,
    [
      people.map(shardOfPerson),
      people,
      OPEN,
      user.phoneIndex,
      seen.map(({ shard }) => shard),
      seen.map(({ case_no }) => case_no),
    ],
  );
  return rows.map((row) => row.person_index);
}
