import type { Core } from '../../core.ts';
import { confirmClaims, type InsuredRow, insuredOfOrders, orderById, releaseClaims } from '../order/index.ts';

export interface IssueDependencies extends Core {
  /** Gives the whole premium back when cover cannot be given; safe to repeat. */
  readonly refundUnissuable: (order: { shard: number; id: bigint }) => Promise<void>;
}

const ISSUE = `
with done as (
  update orders set status = 50, issued_at = $3 where shard = $1 and id = $2 and status in (30, 40) returning shard, id
), issued as (
  update policies set issued_at = $3 where shard = $1 and order_id = $2 and issued_at is null
    and exists (select 1 from done) returning id
), news as (
  insert into outbox (shard, id, kind, order_id, created_at, available_at)
  select shard, id, news.kind, id, $3, $3
  from done cross join (values ('policies-issued'), ('policyholder-told')) as news (kind)
  on conflict do nothing
)
select id from done`;

/**
 * Turns a paid order into policies: the claims become cover first, so that nobody is ever insured twice; an order
 * whose claims lapsed is refunded in full. Safe to repeat.
 */
export async function issuePolicies(deps: IssueDependencies, order: { shard: number; id: bigint }): Promise<void> {
  const { query } = deps.database;
  const row = await orderById(query, order.shard, order.id);
  if (!row || (row.status !== 30 && row.status !== 40)) return;
  const people = await insuredOfOrders(query, order.shard, [order.id]);
  const claim = {
    claimKey: row.claim_key,
    editionCode: row.edition_code,
    personIndexes: people.map((person: InsuredRow) => person.person_index),
  };
  const covered = await confirmClaims(query, claim);
  if (covered === people.length) {
    await query(ISSUE, [order.shard, order.id, new Date(deps.clock.now())]);
    return;
  }
  deps.log.error(
    { orderNo: deps.numbers.orderNo(order.id), covered, insured: people.length },
    'claims lapsed, refunding',
  );
  await query(
    `update person_claims set expires_at = claimed_at where person_index = any($1) and edition_code = $2 and claim_key = $3`,
    [claim.personIndexes, claim.editionCode, claim.claimKey],
  );
  await releaseClaims(query, claim);
  await deps.refundUnissuable(order);
}
