import { nextOrderStatus, type OrderStatus } from '@huimin/domain/order';
import { nextPaymentStatus, type PaymentEvent, type PaymentStatus } from '@huimin/domain/payment';
import type { Database, Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import type { PlacedOrder } from '../../ports/payment-provider.ts';
import { positionId } from '../../security/order-ids.ts';

export interface AttemptRow {
  shard: number;
  id: bigint;
  order_id: bigint;
  attempt_no: number;
  provider: string;
  method: string;
  merchant_order_no: string;
  amount_fen: number;
  state: PaymentStatus;
  provider_handle_sealed: Buffer | null;
  created_at: number;
  expires_at: number;
  query_count: number;
  /** Taken by a contract; there is no cashier. */
  by_contract: boolean;
  closed_at: number | null;
}

const COLUMNS = `shard, id, order_id, attempt_no, provider, method, merchant_order_no, amount_fen, state,
  provider_handle_sealed, created_at, expires_at, query_count, by_contract, closed_at`;
const OPEN = `state in ('CREATED', 'WAITING')`;

/** Ids leave four bits for the position; number 0 is never given. */
export const MAX_ATTEMPTS = 15;

export async function attemptsOf(query: Query, shard: number, orderId: bigint): Promise<AttemptRow[]> {
  return query<AttemptRow>(
    `select ${COLUMNS} from payment_attempts where shard = $1 and order_id = $2 order by attempt_no`,
    [shard, orderId],
  );
}

export async function attemptById(query: Query, shard: number, id: bigint): Promise<AttemptRow | null> {
  const rows = await query<AttemptRow>(`select ${COLUMNS} from payment_attempts where shard = $1 and id = $2`, [
    shard,
    id,
  ]);
  return rows[0] ?? null;
}

/** What its provider is asked by. */
export function placedOrder(
  attempt: Pick<AttemptRow, 'merchant_order_no' | 'created_at' | 'by_contract'>,
): PlacedOrder {
  return {
    merchantOrderNo: attempt.merchant_order_no,
    placedAtMs: attempt.created_at,
    byContract: attempt.by_contract,
  };
}

/** Attempts that may still be paid. */
export function openAttempts(attempts: readonly AttemptRow[]): AttemptRow[] {
  return attempts.filter((attempt) => attempt.state === 'CREATED' || attempt.state === 'WAITING');
}

export interface NewAttempt {
  readonly shard: number;
  readonly orderId: bigint;
  readonly provider: string;
  readonly method: string;
  readonly merchantOrderNo: (attemptNo: number) => string;
  readonly amountFen: number;
  readonly detailsSealed: Buffer;
  readonly nowMs: number;
  /** The order must stay payable at least this long. */
  readonly marginMs: number;
  /** Null where there is nobody to ask. */
  readonly firstQueryAtMs: number | null;
  readonly byContract?: boolean;
  /** The recording that runs in the payer's page. */
  readonly trace?: string | null;
}

export type OpenedAttempt =
  | { readonly kind: 'opened'; readonly attempt: AttemptRow }
  /** Somebody else opened one meanwhile. */
  | { readonly kind: 'another-open' }
  | { readonly kind: 'not-payable' }
  | { readonly kind: 'too-many' };

/**
 * Writes the intent to pay. The order's row is locked for the moment of it, so that an order that is being closed
 * never gets a new attempt, and two tabs never get two.
 */
export function openAttempt(database: Database, given: NewAttempt): Promise<OpenedAttempt> {
  return database.transaction(async (query) => {
    const [order] = await query<{ status: OrderStatus; expires_at: number }>(
      'select status, expires_at from orders where shard = $1 and id = $2 for update',
      [given.shard, given.orderId],
    );
    const unpaid = order?.status === 20 || order?.status === 25;
    if (!order || !unpaid || order.expires_at - given.marginMs <= given.nowMs) return { kind: 'not-payable' };
    const attempts = await attemptsOf(query, given.shard, given.orderId);
    if (openAttempts(attempts).length > 0) return { kind: 'another-open' };
    const attemptNo = Math.max(0, ...attempts.map((attempt) => attempt.attempt_no)) + 1;
    if (attemptNo > MAX_ATTEMPTS) return { kind: 'too-many' };
    const rows = await query<AttemptRow>(
      `insert into payment_attempts (shard, id, order_id, attempt_no, provider, method, merchant_order_no, amount_fen,
         state, provider_handle_sealed, created_at, expires_at, next_query_at, by_contract, trace_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'CREATED', $9, $10, $11, $12, $13, $14) returning ${COLUMNS}`,
      [
        given.shard,
        positionId(given.orderId, attemptNo),
        given.orderId,
        attemptNo,
        given.provider,
        given.method,
        given.merchantOrderNo(attemptNo),
        given.amountFen,
        given.detailsSealed,
        new Date(given.nowMs),
        new Date(order.expires_at),
        given.firstQueryAtMs === null ? null : new Date(given.firstQueryAtMs),
        given.byContract ?? false,
        given.trace ?? null,
      ],
    );
    const status = nextOrderStatus(order.status, 'PaymentStarted');
    if (status !== null) {
      await query('update orders set status = $3 where shard = $1 and id = $2', [given.shard, given.orderId, status]);
    }
    return { kind: 'opened', attempt: rows[0] as AttemptRow };
  });
}

/** Keeps what the provider answered to the create call; false when the attempt was closed meanwhile. */
export async function storeHandle(query: Query, attempt: AttemptRow, detailsSealed: Buffer): Promise<boolean> {
  const rows = await query(
    `update payment_attempts set state = 'WAITING', provider_handle_sealed = $3
     where shard = $1 and id = $2 and ${OPEN} returning id`,
    [attempt.shard, attempt.id, detailsSealed],
  );
  return rows.length > 0;
}

/** Moves an attempt on by the domain's table; an attempt that moved on meanwhile stays as it is. */
export async function moveAttempt(
  query: Query,
  attempt: Pick<AttemptRow, 'shard' | 'id' | 'state'>,
  event: PaymentEvent,
  when: { readonly atMs: number; readonly nextQueryAtMs: number | null },
): Promise<void> {
  const state = nextPaymentStatus(attempt.state, event);
  if (state === null) return;
  await query(
    `update payment_attempts set state = $4, closed_at = $5, next_query_at = $6, lease_until = null
     where shard = $1 and id = $2 and state = $3`,
    [
      attempt.shard,
      attempt.id,
      attempt.state,
      state,
      new Date(when.atMs),
      when.nextQueryAtMs === null ? null : new Date(when.nextQueryAtMs),
    ],
  );
}

/** With which code its provider did not take it; what is counted as the reason. */
export async function keepRefusal(
  query: Query,
  attempt: Pick<AttemptRow, 'shard' | 'id'>,
  code: string,
): Promise<void> {
  await query('update payment_attempts set refusal = $3 where shard = $1 and id = $2', [
    attempt.shard,
    attempt.id,
    code.slice(0, 40),
  ]);
}

/** The provider says that nothing was paid yet: the order waits for payment again. */
export async function markPaymentAbandoned(query: Query, shard: number, orderId: bigint): Promise<void> {
  await query('update orders set status = 20 where shard = $1 and id = $2 and status = 25', [shard, orderId]);
}

export async function planNextQuery(query: Query, attempt: AttemptRow, nextQueryAtMs: number | null): Promise<void> {
  await query(
    `update payment_attempts set next_query_at = $3, query_count = query_count + 1, lease_until = null
     where shard = $1 and id = $2 and state = $4`,
    [attempt.shard, attempt.id, nextQueryAtMs === null ? null : new Date(nextQueryAtMs), attempt.state],
  );
}

/** Takes attempts whose next question is due; each for one server only, until the lease ends. */
export async function leaseHanging(query: Query, nowMs: number, leaseMs: number, limit: number): Promise<AttemptRow[]> {
  return query<AttemptRow>(
    `with due as materialized (
       select shard, id from payment_attempts
       where next_query_at <= $1 and (lease_until is null or lease_until < $1) order by next_query_at limit $3
     )
     update payment_attempts set lease_until = $2
     where ${amongDue('next_query_at <= $1 and (lease_until is null or lease_until < $1)')}
     returning ${COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  );
}

/** Takes open attempts of orders whose time is over. */
export async function leaseExpired(query: Query, nowMs: number, leaseMs: number, limit: number): Promise<AttemptRow[]> {
  return query<AttemptRow>(
    `with due as materialized (
       select a.shard, a.id from orders o join payment_attempts a on a.shard = o.shard and a.order_id = o.id
       where o.status in (20, 25) and o.expires_at <= $1 and a.${OPEN}
       and (a.lease_until is null or a.lease_until < $1)
       order by o.expires_at limit $3
     )
     update payment_attempts set lease_until = $2
     where ${amongDue(`${OPEN} and (lease_until is null or lease_until < $1)`)}
     returning ${COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  );
}
