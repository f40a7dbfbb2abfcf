import { byteas, smallints } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import { shardOfPerson } from './case-store.ts';

export interface ViewerPlace {
  readonly shard: number;
  readonly userId: bigint;
}

/** An account with whom it said to be, to be shown that person's claims. */
export interface ClaimViewerMark extends ViewerPlace {
  readonly person: Buffer;
}

/** Who said to be whom, from a place on by the key. */
export function viewersFrom(query: Query, from: ViewerPlace, limit: number): Promise<ClaimViewerMark[]> {
  return query<ClaimViewerMark>(
    `select shard, user_id as "userId", person_index as person from claim_viewers
     where (shard, user_id) > ($1::smallint, $2::bigint) order by shard, user_id limit ${limit}`,
    [from.shard, from.userId],
  );
}

/** Of these people, by their keyed hash in hex, those of whom any claim is still known. */
export async function knownClaimants(query: Query, people: readonly Buffer[]): Promise<ReadonlySet<string>> {
  const rows = await query<{ person: Buffer }>(
    `select distinct c.person_index as person from unnest($1::smallint[], $2::bytea[]) as g(shard, person_index)
     join claim_cases c on c.shard = g.shard and c.person_index = g.person_index`,
    [smallints(people.map(shardOfPerson)), byteas(people)],
  );
  return new Set(rows.map(({ person }) => person.toString('hex')));
}

export async function forgetViewer(query: Query, { shard, userId, person }: ClaimViewerMark): Promise<void> {
  await query('delete from claim_viewers where shard = $1 and user_id = $2 and person_index = $3', [
    shard,
    userId,
    person,
  ]);
}
