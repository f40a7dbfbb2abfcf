import type { PolicyStatus } from '@huimin/domain/policy';
import type { Query } from '../../db/database.ts';

interface PolicyState {
  id: bigint;
  status: PolicyStatus;
  issued_at: number | null;
}

export async function policiesOfOrder(query: Query, shard: number, orderId: bigint): Promise<PolicyState[]> {
  return query<PolicyState>('select id, status, issued_at from policies where shard = $1 and order_id = $2', [
    shard,
    orderId,
  ]);
}

/** Policies of an order for whose upgrade money is awaited or has just come, and the upgrade orders. */
export async function awaitedUpgrades(query: Query, shard: number, baseOrderId: bigint): Promise<Map<bigint, bigint>> {
  const rows = await query<{ policy_id: bigint; order_id: bigint }>(
    `select u.policy_id, u.order_id from orders o join upgrades u on u.shard = o.shard and u.order_id = o.id
     where o.shard = $1 and o.base_order_id = $2 and o.status::integer in (20, 25, 30, 40, 90) and u.issued_at is null`,
    [shard, baseOrderId],
  );
  return new Map(rows.map((row) => [row.policy_id, row.order_id]));
}

/** Holds the row of an order until the transaction ends, and answers its status. */
export async function lockOrder(query: Query, shard: number, orderId: bigint): Promise<number | null> {
  const [row] = await query<{ status: number }>('select status from orders where shard = $1 and id = $2 for update', [
    shard,
    orderId,
  ]);
  return row?.status ?? null;
}

export interface NewUpgrade {
  readonly shard: number;
  readonly id: bigint;
  readonly baseOrderId: bigint;
  readonly clientKey: string;
  readonly claimKey: Buffer;
  readonly planCode: string;
  readonly differenceFen: number;
  readonly premiumFen: number;
  readonly agreedDocuments: unknown;
  readonly traceId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly items: readonly { readonly id: bigint; readonly policyId: bigint }[];
}

const SAVE = `
with saved as (
  insert into orders (shard, id, user_id, client_key, claim_key, edition_code, edition_year, plan_code, kind,
    base_order_id, status, unit_premium_fen, premium_fen, insured_count, policyholder_sealed, policyholder_index,
    agreed_documents, automatic_reapplication, attribution, trace_id, created_at, expires_at, cover_from, city)
  select shard, $3, user_id, $4, $5, edition_code, edition_year, $6, 'upgrade', id, 20, $7::integer, $8, $9,
    policyholder_sealed, policyholder_index, $10::jsonb, false, attribution, $11, $12, $13, cover_from, city
  from orders where shard = $1 and id = $2
  on conflict (shard, user_id, client_key) do nothing
  returning shard, id, base_order_id, plan_code, unit_premium_fen, created_at
), items as (
  insert into upgrades (shard, id, order_id, base_order_id, policy_id, from_plan, plan_code, premium_fen, created_at)
  select s.shard, g.id, s.id, s.base_order_id, g.policy_id, o.plan_code, s.plan_code, s.unit_premium_fen, s.created_at
  from saved s cross join unnest($14::bigint[], $15::bigint[]) as g(id, policy_id)
    join orders o on o.shard = s.shard and o.id = s.base_order_id
)
select id from saved`;

/** One statement: an unpaid upgrade order with what it raises, for the payer of the order it belongs to; false where the client key was used before. */
export async function insertUpgrade(query: Query, upgrade: NewUpgrade): Promise<boolean> {
  const rows = await query(SAVE, [
    upgrade.shard,
    upgrade.baseOrderId,
    upgrade.id,
    upgrade.clientKey,
    upgrade.claimKey,
    upgrade.planCode,
    upgrade.differenceFen,
    upgrade.premiumFen,
    upgrade.items.length,
    JSON.stringify(upgrade.agreedDocuments),
    upgrade.traceId,
    upgrade.createdAt,
    upgrade.expiresAt,
    upgrade.items.map((item) => item.id),
    upgrade.items.map((item) => item.policyId),
  ]);
  return rows.length > 0;
}

/** How many of a paid upgrade order's policies can still be raised: issued, standing, and not raised already. */
export async function raisablePolicies(query: Query, shard: number, orderId: bigint): Promise<number> {
  const [row] = await query<{ policies: number }>(
    `select count(*)::integer as policies from upgrades u join policies p on p.shard = u.shard and p.id = u.policy_id
     where u.shard = $1 and u.order_id = $2 and p.status in (0, 1, 5) and p.issued_at is not null and not exists (
       select 1 from upgrades s where s.shard = u.shard and s.policy_id = u.policy_id and s.issued_at is not null
         and s.status in (0, 3))`,
    [shard, orderId],
  );
  return row?.policies ?? 0;
}

const ISSUE = `
with done as (
  update orders set status = 50, issued_at = $3 where shard = $1 and id = $2 and status in (30, 40)
  returning shard, id, issued_at
), raised as (
  update upgrades u set issued_at = d.issued_at from done d
  where u.shard = d.shard and u.order_id = d.id and u.issued_at is null
)
insert into outbox (shard, id, kind, order_id, created_at, available_at)
select shard, id, news.kind, id, issued_at, issued_at
from done cross join (values ('policies-issued'), ('policyholder-told')) as news (kind)
on conflict do nothing`;

/** Raises the policies of a paid upgrade order. The caller holds the order and the one it belongs to. */
export async function issueUpgrade(query: Query, shard: number, orderId: bigint, issuedAt: Date): Promise<void> {
  await query(ISSUE, [shard, orderId, issuedAt]);
}
