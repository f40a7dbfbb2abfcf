import { addDays, beijingMs, endOfDayMs } from '@huimin/domain/date';
import type { MoneyMovement } from '@huimin/domain/reconciliation';
import type { Query } from '../../db/database.ts';
import { firstIdAt, shardOfOrder } from '../../security/order-ids.ts';

export interface Movement extends MoneyMovement {
  readonly orderId: bigint | null;
}

export interface BillDay {
  readonly provider: string;
  readonly day: string;
  readonly version: number;
}

interface MovementRow {
  kind: 'payment' | 'refund';
  order_id: bigint | null;
  merchant_order_no: string;
  provider_txn: string;
  refund_no: string | null;
  amount_fen: number;
  at: number;
  settled: boolean;
}

function movementOf(row: MovementRow): Movement {
  return {
    kind: row.kind,
    orderId: row.order_id,
    merchantOrderNo: row.merchant_order_no,
    providerTxn: row.provider_txn,
    refundNo: row.refund_no,
    amountFen: row.amount_fen,
    atMs: row.at,
    settled: row.settled,
  };
}

const LINE_COLUMNS = 'kind, order_id, merchant_order_no, provider_txn, refund_no, amount_fen, at, settled';

export async function linesOf(query: Query, { provider, day, version }: BillDay): Promise<Movement[]> {
  const rows = await query<MovementRow>(
    `select ${LINE_COLUMNS} from bill_lines where provider = $1 and day = $2 and version = $3 order by line`,
    [provider, day, version],
  );
  return rows.map(movementOf);
}

/** Orders are paid within hours; a payment so much younger than its order's id is found by the bill's line only. */
const ORDER_LIFE_DAYS = 7;
/** By how much a provider's clock may be behind ours. */
const CLOCK_MARGIN_MS = 60 * 60_000;

/** By which its provider knows a refund in its round. */
const NUMBER = `case when r.round = 1 then r.refund_no else r.refund_no || 'T' || lpad(r.round::text, 2, '0') end`;

/**
 * Ids rise with time, so the payments of a day are found by the key alone, bucket by bucket. `union` leaves out what both
 * halves find. A refund that is not settled counts from its making; each of its numbers is a movement of its own, and what
 * a person paid is none of the provider's.
 */
const BOOK = `
select 'payment' as kind, p.order_id, p.merchant_order_no, p.provider_txn, null as refund_no, p.amount_fen,
  p.paid_at as at, true as settled
from generate_series(0, 255) as bucket join payments p on p.shard = bucket::smallint and p.id >= $4 and p.id < $5
where p.provider = $1 and p.paid_at >= $6 and p.paid_at < $7
union
select 'payment', p.order_id, p.merchant_order_no, p.provider_txn, null, p.amount_fen, p.paid_at, true
from bill_lines l join payments p on p.shard = l.shard and p.order_id = l.order_id
where l.provider = $1 and l.day = $2 and l.version = $3 and p.provider = $1
union
select 'refund', r.order_id, p.merchant_order_no, p.provider_txn, ${NUMBER}, r.amount_fen, r.settled_at, true
from refunds r join payments p on p.shard = r.shard and p.id = r.payment_id
where p.provider = $1 and r.amount_fen > 0 and not r.by_hand and r.settled_at >= $6 and r.settled_at < $7
union
select 'refund', r.order_id, p.merchant_order_no, p.provider_txn, n.refund_no, r.amount_fen, n.settled_at, true
from refund_numbers n join refunds r on r.shard = n.shard and r.id = n.refund_id
join payments p on p.shard = r.shard and p.id = r.payment_id
where p.provider = $1 and n.settled_at >= $6 and n.settled_at < $7
union
select 'refund', r.order_id, p.merchant_order_no, p.provider_txn, ${NUMBER}, r.amount_fen,
  coalesce(r.settled_at, r.created_at), r.state = 'SETTLED' and not r.by_hand
from bill_lines l join refunds r on r.shard = l.shard and r.refund_no = left(l.refund_no, 24)
join payments p on p.shard = r.shard and p.id = r.payment_id
where l.provider = $1 and l.day = $2 and l.version = $3 and p.provider = $1 and l.refund_no = ${NUMBER}
  and not exists (
    select 1 from refund_numbers n where n.shard = r.shard and n.refund_id = r.id and n.round = r.round)
union
select 'refund', r.order_id, p.merchant_order_no, p.provider_txn, n.refund_no, r.amount_fen,
  coalesce(n.settled_at, n.replaced_at), n.outcome = 'SETTLED'
from bill_lines l join refund_numbers n on n.shard = l.shard and n.refund_no = l.refund_no
join refunds r on r.shard = n.shard and r.id = n.refund_id
join payments p on p.shard = r.shard and p.id = r.payment_id
where l.provider = $1 and l.day = $2 and l.version = $3 and p.provider = $1`;

/** Ours of a day, and ours of any day that the bill's lines name. */
export async function bookOf(query: Query, { provider, day, version }: BillDay): Promise<Movement[]> {
  const fromMs = beijingMs(day);
  const toMs = endOfDayMs(day);
  const rows = await query<MovementRow>(BOOK, [
    provider,
    day,
    version,
    firstIdAt(beijingMs(addDays(day, -ORDER_LIFE_DAYS))) << 4n,
    firstIdAt(toMs + CLOCK_MARGIN_MS) << 4n,
    new Date(fromMs),
    new Date(toMs),
  ]);
  return rows.map(movementOf);
}

const LATEST = `
select day, max(version)::smallint as version from bills where provider = $1 and day <> $2 and day between $3 and $4
group by day`;

const ELSEWHERE = `
select ${LINE_COLUMNS} from bill_lines l
where l.provider = $1 and l.shard = any($2) and l.provider_txn = any($3)
  and (l.day, l.version) in (select * from unnest($4::date[], $5::smallint[]))
order by l.day, l.line`;

/** A refund's line may stand in the bill of the day on which it was asked for. */
const LOOK_BACK_DAYS = 31;

/** What other days' bills, in their newest version, say of the same payments and refunds. */
export async function linesElsewhere(
  query: Query,
  { provider, day }: BillDay,
  movements: readonly Movement[],
): Promise<Movement[]> {
  if (movements.length === 0) return [];
  const latest = await query<{ day: string; version: number }>(LATEST, [
    provider,
    day,
    addDays(day, -LOOK_BACK_DAYS),
    addDays(day, 2),
  ]);
  const orderIds = movements.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  const rows = await query<MovementRow>(ELSEWHERE, [
    provider,
    [...new Set(orderIds.map(shardOfOrder))],
    [...new Set(movements.map(({ providerTxn }) => providerTxn))],
    latest.map((bill) => bill.day),
    latest.map((bill) => bill.version),
  ]);
  return rows.map(movementOf);
}

interface Named {
  readonly provider: string;
  readonly day: string;
  readonly provider_txn: string;
  readonly merchant_order_no: string;
  readonly order_id: bigint | null;
}

/** The payment's line in the newest version of the day's bill, or null. */
export async function lineOf(query: Query, named: Named): Promise<Movement | null> {
  const rows = await query<MovementRow>(
    `select ${LINE_COLUMNS} from bill_lines
     where shard = $1 and provider = $2 and day = $3 and kind = 'payment' and provider_txn = $4
       and merchant_order_no = $5
       and version = (select max(version) from bills where provider = $2 and day = $3)
     order by line limit 1`,
    [
      named.order_id === null ? 0 : shardOfOrder(named.order_id),
      named.provider,
      named.day,
      named.provider_txn,
      named.merchant_order_no,
    ],
  );
  return rows[0] ? movementOf(rows[0]) : null;
}

/** The payment that a difference names, with how many refunds of it were begun; null while it is not booked. */
export async function moneyOf(query: Query, named: Named): Promise<{ readonly refunds: number } | null> {
  if (named.order_id === null) return null;
  const rows = await query<{ refunds: number }>(
    `select (select count(*)::integer from refunds r
       where r.shard = p.shard and r.order_id = p.order_id and r.payment_id = p.id) as refunds
     from payments p where p.shard = $1 and p.provider = $2 and p.provider_txn = $3 and p.order_id = $4`,
    [shardOfOrder(named.order_id), named.provider, named.provider_txn, named.order_id],
  );
  return rows[0] ?? null;
}
