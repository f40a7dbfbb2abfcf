import { randomBytes } from 'node:crypto';
import type { Query } from '../apps/server/src/db/database.ts';
import type { NewOrder } from '../apps/server/src/features/order/order-store.ts';
import type { PaidPurchase } from '../apps/server/src/features/payment/mark-paid.ts';
import { positionId } from '../apps/server/src/security/order-ids.ts';

const bytes = (size: number): Buffer => randomBytes(size);

/** Of two people, as transaction A writes it. */
export function order(id: bigint, shard: number): NewOrder {
  const now = new Date();
  return {
    shard,
    id,
    userId: id,
    clientKey: String(id),
    claimKey: bytes(16),
    editionCode: 'limit',
    editionYear: 2027,
    planCode: 'basic',
    unitPremiumFen: 15_800,
    premiumFen: 31_600,
    policyholderSealed: bytes(180),
    policyholderIndex: bytes(16),
    agreedDocuments: [{ key: 'clauses', version: 1 }],
    automaticReapplication: false,
    attribution: null,
    traceId: null,
    flow: 'normal',
    coverFrom: null,
    assistanceNo: null,
    kind: 'purchase',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 1_800_000),
    insured: [1, 2].map((position) => ({
      id: positionId(id, position),
      personIndex: bytes(16),
      detailsSealed: bytes(150),
      relationship: '00',
      regionCode: '320500',
      sex: 'f',
      birthYear: 1990,
    })),
  };
}

/** The order's payment, as transaction B writes it. */
export function purchase(id: bigint, shard: number): PaidPurchase {
  const now = new Date();
  return {
    shard,
    orderId: id,
    attemptId: positionId(id, 1),
    provider: 'limit',
    merchantOrderNo: String(id),
    providerTxn: String(id),
    amountFen: 31_600,
    paidAt: now,
    receivedAt: now,
    notice: null,
  };
}

export interface SavedOrder {
  readonly id: bigint;
  readonly shard: number;
}

/** The attempts that B marks as paid. */
export async function writeAttempts(query: Query, saved: readonly SavedOrder[]): Promise<void> {
  await query(
    `insert into payment_attempts (shard, id, order_id, attempt_no, provider, method, merchant_order_no, amount_fen, state, created_at, expires_at)
     select s, i * 16 + 1, i, 1, 'limit', 'wxpay', i::text, 31600, 'WAITING', $3, $3 from unnest($1::smallint[], $2::bigint[]) as g(s, i)`,
    [saved.map((entry) => entry.shard), saved.map((entry) => entry.id), new Date()],
  );
}
