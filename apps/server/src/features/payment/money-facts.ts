import { beijingMs } from '@huimin/domain/date';
import type {
  AttemptFact,
  FormerNumber,
  MoneyFacts,
  PaymentFact,
  RefundCause,
  RefundFact,
} from '@huimin/domain/payment';
import type { HandRoute } from '@huimin/domain/refund';
import type { Query } from '../../db/database.ts';
import { editionOfOrder, METHOD_LABELS, type OrderRow } from '../order/index.ts';
import type { AskedOrder } from './ask-about-order.ts';
import { attemptsOf } from './attempt-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { sentNumber } from './refund-store.ts';

/** Everything that is stored of an order's money: one read each of attempts, payments, refunds and policies. */
export async function moneyFacts(deps: PaymentDependencies, { order, ...asked }: AskedOrder): Promise<MoneyFacts> {
  const { query } = deps.database;
  const document = editionOfOrder(deps.editions, order)?.document;
  const [attempts, payments, refunds, policiesStanding] = await Promise.all([
    attemptFacts(query, order),
    paymentFacts(query, order),
    refundFacts(query, order),
    standing(query, order),
  ]);
  return {
    nowMs: deps.clock.now(),
    product: document?.proName ?? '补充医疗保险',
    isUpgrade: order.kind === 'upgrade',
    status: order.status,
    insuredCount: order.insured_count,
    premiumFen: order.premium_fen,
    createdAtMs: order.created_at,
    expiresAtMs: order.expires_at,
    closedAtMs: order.closed_at,
    issuedAtMs: order.issued_at,
    coverStartsAtMs: document ? beijingMs(document.validDate) : null,
    policiesStanding,
    unclear: asked.unclear,
    isTold: asked.isTold,
    attempts,
    payments,
    refunds,
  };
}

function routeOf(method: string): string {
  return METHOD_LABELS[method] ?? method;
}

async function attemptFacts(query: Query, order: OrderRow): Promise<AttemptFact[]> {
  return (await attemptsOf(query, order.shard, order.id)).map((row) => ({
    id: row.id,
    route: routeOf(row.method),
    state: row.state,
    createdAtMs: row.created_at,
    closedAtMs: row.closed_at,
  }));
}

interface PaymentRow {
  id: bigint;
  method: string;
  amount_fen: number;
  purpose: 'premium' | 'surplus';
  provider_txn: string;
  paid_at: number;
  received_at: number;
}

async function paymentFacts(query: Query, order: OrderRow): Promise<PaymentFact[]> {
  const rows = await query<PaymentRow>(
    `select id, method, amount_fen, purpose, provider_txn, paid_at, received_at from payments
     where shard = $1 and order_id = $2 order by received_at, id`,
    [order.shard, order.id],
  );
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    route: routeOf(row.method),
    amountFen: row.amount_fen,
    purpose: row.purpose,
    providerTxn: row.provider_txn,
    paidAtMs: row.paid_at,
    receivedAtMs: row.received_at,
  }));
}

interface RefundFactRow {
  id: bigint;
  payment_id: bigint;
  refund_no: string;
  round: number;
  amount_fen: number;
  state: RefundFact['state'];
  next_try_at: number | null;
  round_at: number | null;
  route: HandRoute | null;
  paid_on: string | null;
  is_asked: boolean;
  purpose: PaymentRow['purpose'];
  created_at: number;
  accepted_at: number | null;
  settled_at: number | null;
}

async function refundFacts(query: Query, order: OrderRow): Promise<RefundFact[]> {
  const rows = await query<RefundFactRow>(
    `select r.id, r.payment_id, r.refund_no, r.round, r.amount_fen, r.state, r.client_key is not null as is_asked,
       p.purpose, r.created_at, r.accepted_at, r.settled_at, r.next_try_at, r.round_at, h.route, h.paid_on
     from refunds r join payments p on p.shard = r.shard and p.id = r.payment_id
     left join refund_hand_payouts h on h.shard = r.shard and h.refund_id = r.id
     where r.shard = $1 and r.order_id = $2 order by r.created_at, r.id`,
    [order.shard, order.id],
  );
  const former = rows.length > 0 ? await formerNumbers(query, order) : [];
  const causeOf = (row: RefundFactRow): RefundCause => {
    if (row.is_asked) return 'asked';
    if (row.purpose === 'surplus') return 'surplus';
    return order.issued_at === null ? 'no-cover' : 'other';
  };
  return rows.map((row) => ({
    paymentId: row.payment_id,
    refundNo: sentNumber(row),
    amountFen: row.amount_fen,
    state: row.state,
    cause: causeOf(row),
    createdAtMs: row.created_at,
    acceptedAtMs: row.accepted_at,
    settledAtMs: row.settled_at,
    beganAtMs: row.round_at ?? row.created_at,
    resendAtMs: row.state === 'CLOSED' ? row.next_try_at : null,
    formerNumbers: former.filter(({ refundId }) => refundId === row.id),
    byHand: row.route && row.paid_on ? { route: row.route, paidOn: row.paid_on } : null,
  }));
}

async function formerNumbers(query: Query, order: OrderRow): Promise<(FormerNumber & { readonly refundId: bigint })[]> {
  const rows = await query<{
    refund_id: bigint;
    refund_no: string;
    outcome: string;
    accepted_at: number | null;
    stuck_at: number | null;
    replaced_at: number;
    settled_at: number | null;
  }>(
    `select refund_id, refund_no, outcome, accepted_at, stuck_at, replaced_at, settled_at from refund_numbers
     where shard = $1 and refund_id in (select id from refunds where shard = $1 and order_id = $2)
     order by refund_id, round`,
    [order.shard, order.id],
  );
  return rows.map((row) => ({
    refundId: row.refund_id,
    refundNo: row.refund_no,
    acceptedAtMs: row.accepted_at,
    failedAtMs: row.outcome === 'CLOSED' ? (row.stuck_at ?? row.replaced_at) : row.stuck_at,
    replacedAtMs: row.replaced_at,
    settledAtMs: row.settled_at,
  }));
}

/** Policies that are neither given back nor on their way back, nor could not be given. */
async function standing(query: Query, order: OrderRow): Promise<number> {
  const [row] = await query<{ policies: number }>(
    `select count(*)::integer as policies from (
       select status from policies where shard = $1 and order_id = $2
       union all
       select status from upgrades where shard = $1 and order_id = $2 and issued_at is not null) as parts
     where status not in (3, 4, 6, 7)`,
    [order.shard, order.id],
  );
  return row?.policies ?? 0;
}
