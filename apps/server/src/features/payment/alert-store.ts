import { createHash } from 'node:crypto';
import type { Query } from '../../db/database.ts';

export interface Alert {
  readonly kind:
    | 'payment-unknown-order'
    | 'payment-currency'
    | 'payment-amount'
    | 'payment-twice'
    | 'payment-surplus'
    | 'payment-refunded-elsewhere'
    | 'payment-notice-content'
    | 'payment-refused'
    | 'refund-refused'
    | 'refund-abnormal'
    | 'refund-closed'
    | 'refund-twice'
    | 'refund-held'
    | 'event-stuck'
    | 'bill-missing'
    | 'bill-difference'
    | 'bill-corrections'
    | 'issue-file-refused'
    | 'issue-difference'
    | 'claim-file-refused'
    | 'group-premium-changed';
  /** What makes it the same alert when it is raised again (a notice is sent up to 16 times). */
  readonly subject: string;
  readonly orderId: bigint | null;
  readonly shard: number | null;
  /** Numbers and amounts only, never personal data. */
  readonly details: Record<string, string | number | null>;
}

/** Tells the operators, once per kind and subject. */
export async function raiseAlert(query: Query, alert: Alert, nowMs: number): Promise<void> {
  const id = createHash('sha256').update(`${alert.kind} ${alert.subject}`).digest().readBigUInt64BE() >> 1n;
  await query(
    `insert into operator_alerts (id, kind, order_id, shard, details, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do nothing`,
    [id, alert.kind, alert.orderId, alert.shard, JSON.stringify(alert.details), new Date(nowMs)],
  );
}
