import { bigints, byteas, moments, smallints, texts } from '../../db/binary-array.ts';
import type { WriteKind } from '../../db/group-commit.ts';

/** A paid order that waits for its policies. */
export interface PaidOrder {
  readonly shard: number;
  readonly id: bigint;
}

/** The claims by which its people may be insured. */
export interface OrderClaim {
  readonly claimKey: Buffer;
  readonly editionCode: string;
  readonly personIndexes: readonly Buffer[];
}

const READ = `
select g.position::integer, o.claim_key, o.edition_code, i.person_index
from unnest($1::smallint[], $2::bigint[]) with ordinality as g(shard, id, position)
join orders o on o.shard = g.shard and o.id = g.id and o.status::integer in (30, 40)
join insured i on i.shard = o.shard and i.order_id = o.id`;

/** The claim of each order; null for one that does not wait for policies any more. */
export function readPaidOrders(groupByShard: boolean): WriteKind<PaidOrder, OrderClaim | null> {
  return {
    name: 'read-paid-orders',
    ...(groupByShard ? { groupOf: (order: PaidOrder) => order.shard } : {}),
    async flush(query, orders) {
      const rows = await query<{ position: number; claim_key: Buffer; edition_code: string; person_index: Buffer }>(
        READ,
        [smallints(orders.map((order) => order.shard)), bigints(orders.map((order) => order.id))],
      );
      const found = orders.map((): (OrderClaim & { personIndexes: Buffer[] }) | null => null);
      for (const row of rows) {
        const claim = found[row.position - 1] ?? {
          claimKey: row.claim_key,
          editionCode: row.edition_code,
          personIndexes: [],
        };
        claim.personIndexes.push(row.person_index);
        found[row.position - 1] = claim;
      }
      return found;
    },
  };
}

/**
 * A claim key belongs to one order, so a row that holds one of these keys is a claim of one of these orders. The index
 * is walked in its own order, so that two batches lock in the same one.
 */
const CONFIRM = `
update person_claims set expires_at = 'infinity'
where person_index = any($1::bytea[]) and edition_code = any($2::text[]) and claim_key = any($3::bytea[])
returning claim_key`;

/** Turns held claims into cover; answers how many of each order's people are covered by it now. Safe to repeat. */
export const confirmClaims: WriteKind<OrderClaim, number> = {
  name: 'confirm-claims',
  async flush(query, claims) {
    const rows = await query<{ claim_key: Buffer }>(CONFIRM, [
      byteas(claims.flatMap((claim) => claim.personIndexes)),
      texts([...new Set(claims.map((claim) => claim.editionCode))]),
      byteas(claims.map((claim) => claim.claimKey)),
    ]);
    const covered = new Map<string, number>();
    for (const { claim_key: key } of rows) {
      const text = key.toString('base64');
      covered.set(text, (covered.get(text) ?? 0) + 1);
    }
    return claims.map((claim) => covered.get(claim.claimKey.toString('base64')) ?? 0);
  },
};

const ISSUE = `
with given as (
  select * from unnest($1::smallint[], $2::bigint[], $3::timestamptz[]) as g(shard, id, issued_at)
), done as (
  update orders o set status = 50, issued_at = g.issued_at from given g
  where o.shard = g.shard and o.id = g.id and o.status::integer in (30, 40)
  returning o.shard, o.id, o.issued_at
), issued as (
  update policies p set issued_at = d.issued_at from done d
  where p.shard = d.shard and p.order_id = d.id and p.issued_at is null
)
insert into outbox (shard, id, kind, order_id, created_at, available_at)
select shard, id, news.kind, id, issued_at, issued_at
from done cross join (values ('policies-issued'), ('policyholder-told')) as news (kind)
on conflict do nothing`;

/** Issues the policies of orders whose people are all covered. Safe to repeat. */
export function issueOrders(groupByShard: boolean): WriteKind<PaidOrder & { readonly issuedAt: Date }, void> {
  return {
    name: 'issue-orders',
    ...(groupByShard ? { groupOf: (order: PaidOrder) => order.shard } : {}),
    async flush(query, orders) {
      await query(ISSUE, [
        smallints(orders.map((order) => order.shard)),
        bigints(orders.map((order) => order.id)),
        moments(orders.map((order) => order.issuedAt)),
      ]);
      return orders.map(() => undefined);
    },
  };
}
