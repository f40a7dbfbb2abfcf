import type { PolicyStatus } from '@huimin/domain/policy';
import type { HandRoute, RefundStatus } from '@huimin/domain/refund';
import type { Query } from '../../db/database.ts';

export interface PolicyRow {
  id: bigint;
  status: PolicyStatus;
  issued_at: number | null;
}

/** The policies of an order, or the upgrades of an upgrade order. */
export async function policiesOf(query: Query, shard: number, orderId: bigint): Promise<PolicyRow[]> {
  return query<PolicyRow>(
    `select id, status, issued_at from policies where shard = $1 and order_id = $2
     union all
     select id, status, issued_at from upgrades where shard = $1 and order_id = $2
     order by id`,
    [shard, orderId],
  );
}

/** The upgrade orders that raise policies of an order, oldest first: whoever holds several rows takes them in this order. */
export async function upgradeOrdersOf(query: Query, shard: number, orderId: bigint): Promise<bigint[]> {
  const rows = await query<{ id: bigint }>(
    'select id from orders where shard = $1 and base_order_id = $2 and paid_at is not null order by id',
    [shard, orderId],
  );
  return rows.map((row) => row.id);
}

export interface PremiumPayment {
  id: bigint;
  method: string;
}

export async function premiumPaymentOf(query: Query, shard: number, orderId: bigint): Promise<PremiumPayment | null> {
  const rows = await query<PremiumPayment>(
    `select id, method from payments where shard = $1 and order_id = $2 and purpose = 'premium'`,
    [shard, orderId],
  );
  return rows[0] ?? null;
}

/** A refund that a policyholder asked for, with its parts. */
export interface AppliedRefund {
  id: bigint;
  order_id: bigint;
  client_key: string;
  refund_no: string;
  amount_fen: number;
  state: RefundStatus;
  reason_code: string;
  basis: 'full' | 'cash-value';
  provider_refund_no: string | null;
  created_at: number;
  accepted_at: number | null;
  settled_at: number | null;
  round: number;
  round_at: number | null;
  /** When it is sent again, or asked about. */
  next_try_at: number | null;
  /** How a person paid it. */
  hand_route: HandRoute | null;
  hand_paid_on: string | null;
  /** Why a person turned it down. */
  returned_reason: string | null;
  method: string;
  policy_ids: bigint[];
  item_amounts_fen: number[];
}

/** Refunds of an order that its policyholder asked for, newest first; one of them where a client key is given. */
export async function appliedRefunds(
  query: Query,
  shard: number,
  orderId: bigint,
  clientKey: string | null = null,
): Promise<AppliedRefund[]> {
  const rows = await query<Omit<AppliedRefund, 'policy_ids'> & { policy_ids: string[] }>(
    `select r.id, r.order_id, r.client_key, r.refund_no, r.amount_fen, r.state, r.reason_code, r.basis,
       r.provider_refund_no, r.created_at, r.accepted_at, r.settled_at, r.round, r.round_at, r.next_try_at,
       h.route as hand_route, h.paid_on as hand_paid_on, r.returned_reason, p.method,
       array(select i.policy_id::text from refund_items i where i.shard = r.shard and i.refund_id = r.id
         order by i.policy_id) as policy_ids,
       array(select i.amount_fen from refund_items i where i.shard = r.shard and i.refund_id = r.id
         order by i.policy_id) as item_amounts_fen
     from refunds r join payments p on p.shard = r.shard and p.id = r.payment_id
     left join refund_hand_payouts h on h.shard = r.shard and h.refund_id = r.id
     where r.shard = $1 and r.order_id = $2 and r.client_key is not null and ($3::text is null or r.client_key = $3)
     order by r.id desc`,
    [shard, orderId, clientKey],
  );
  return rows.map((row) => ({ ...row, policy_ids: row.policy_ids.map(BigInt) }));
}

/** Holds the order's row until the transaction ends: refunds of one order are decided one after the other. */
export async function lockOrder(query: Query, shard: number, orderId: bigint): Promise<number | null> {
  const [row] = await query<{ status: number }>('select status from orders where shard = $1 and id = $2 for update', [
    shard,
    orderId,
  ]);
  return row?.status ?? null;
}

/** Refund numbers of an order that are taken. */
export async function refundNosOf(query: Query, shard: number, orderId: bigint): Promise<string[]> {
  const rows = await query<{ refund_no: string }>('select refund_no from refunds where shard = $1 and order_id = $2', [
    shard,
    orderId,
  ]);
  return rows.map((row) => row.refund_no);
}
