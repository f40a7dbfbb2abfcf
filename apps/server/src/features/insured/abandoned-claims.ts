import type { Query } from '../../db/database.ts';
import { shardsOfOwner } from '../../security/order-ids.ts';

/** Longer than a save takes from claiming its people to its order being on disk. */
const SAVING_MAY_TAKE_MS = 2 * 60_000;

interface HeldClaim {
  readonly personIndex: Buffer;
  readonly claimKey: Buffer;
  readonly userId: bigint;
  readonly claimedAtMs: number;
}

/**
 * Frees people who are held for an order that never came: a server ended between claiming them and writing it.
 * Answers who is free now. The claim's owner says in which shards its order would be.
 */
export async function freeAbandonedClaims(
  query: Query,
  editionCode: string,
  personIndexes: readonly Buffer[],
  nowMs: number,
): Promise<Buffer[]> {
  const held = await query<HeldClaim>(
    `select person_index as "personIndex", claim_key as "claimKey", user_id as "userId", claimed_at as "claimedAtMs"
     from person_claims
     where edition_code = $1 and person_index = any($2::bytea[]) and claimed_at <= $3 and expires_at <> 'infinity'`,
    [editionCode, personIndexes, new Date(nowMs - SAVING_MAY_TAKE_MS)],
  );
  const freed: Buffer[] = [];
  for (const claim of held) {
    if (await hasOrder(query, claim)) continue;
    await query(
      `delete from person_claims
       where person_index = $1 and edition_code = $2 and claim_key = $3 and claimed_at = $4 and expires_at <> 'infinity'`,
      [claim.personIndex, editionCode, claim.claimKey, new Date(claim.claimedAtMs)],
    );
    freed.push(claim.personIndex);
  }
  return freed;
}

/** Whether an order that may be or is paid stands behind a claim; closed and refunded ones hold nobody. */
async function hasOrder(query: Query, claim: HeldClaim): Promise<boolean> {
  const rows = await query(
    `select 1 as found from orders o join insured i on i.shard = o.shard and i.order_id = o.id
     where o.shard = any($1::smallint[]) and o.user_id = $2 and o.claim_key = $3 and i.person_index = $4
       and o.status not in (60, 62, 70, 71, 85) limit 1`,
    [shardsOfOwner(claim.userId), claim.userId, claim.claimKey, claim.personIndex],
  );
  return rows.length > 0;
}

/** Whether people of an account are held for an order that may still be written. */
export async function isSavingOrder(
  query: Query,
  owner: { readonly id: bigint; readonly shard: number },
  nowMs: number,
): Promise<boolean> {
  // Also who was taken off the list since.
  const people = await query<{ person_index: Buffer }>(
    `select distinct person_index from members where shard = $1 and user_id = $2`,
    [owner.shard, owner.id],
  );
  const held = await query(
    `select 1 as held from person_claims
     where person_index = any($1::bytea[]) and user_id = $2 and claimed_at > $3 and expires_at <> 'infinity' limit 1`,
    [people.map(({ person_index: index }) => index), owner.id, new Date(nowMs - SAVING_MAY_TAKE_MS)],
  );
  return held.length > 0;
}
