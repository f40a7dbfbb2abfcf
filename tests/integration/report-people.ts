import type { ServerDependencies } from '../../apps/server/src/dependencies.ts';

/** One sale of an invented population: as the tables hold it, nothing in it is anybody's. */
export interface InventedSale {
  readonly at: string;
  readonly city: string;
  readonly channel: string | null;
  readonly method: string;
  /** Birth years of those insured. */
  readonly born: readonly number[];
  readonly premiumFen: number;
  /** How attempts before the one that paid came to nothing. */
  readonly refusals?: readonly string[];
  readonly isPaid?: boolean;
  /** When its money went back. */
  readonly refundedAt?: string;
  readonly recording?: 'bound' | 'unrecorded';
}

let next = 7_000_000;

/** Writes sales straight into the tables, as so many residents would have. */
export async function invent(
  deps: Pick<ServerDependencies, 'database'>,
  edition: string,
  sales: readonly InventedSale[],
) {
  const { query } = deps.database;
  for (const sale of sales) {
    const id = next++;
    const at = new Date(sale.at);
    const fen = sale.premiumFen * sale.born.length;
    const isPaid = sale.isPaid ?? true;
    await query(
      `insert into orders (shard, id, user_id, client_key, claim_key, edition_code, edition_year, plan_code, status,
         unit_premium_fen, premium_fen, insured_count, policyholder_sealed, policyholder_index, agreed_documents,
         automatic_reapplication, attribution, created_at, expires_at, city, method)
       values (1, $1::bigint, 1, 'k' || $1::bigint::text, '\\x00', $2, 2026, 'basic', $3, $4, $5, $6, '\\x00', '\\x00', '[]', false, $7, $8, $8, $9, $10)`,
      [
        ...[id, edition, isPaid ? 50 : 70, sale.premiumFen, fen, sale.born.length],
        sale.channel === null ? null : { by: 'agent', agentCode: sale.channel },
        ...[at, sale.city, isPaid ? sale.method : null],
      ],
    );
    for (const year of sale.born) {
      await query(
        `insert into insured (shard, id, order_id, person_index, details_sealed, relationship, region_code, sex, birth_year, premium_fen)
         values (1, $1::bigint, $2, '\\x00', '\\x00', 'self', $3, '1', $4, $5)`,
        [next++, id, sale.city, year, sale.premiumFen],
      );
    }
    const attempts = [...(sale.refusals ?? []), ...(isPaid ? ['paid'] : [])];
    for (const [index, outcome] of attempts.entries()) {
      const state = outcome === 'paid' ? 'SUCCESS' : outcome === 'closed' ? 'CLOSED' : 'FAILED';
      await query(
        `insert into payment_attempts (shard, id, order_id, attempt_no, provider, method, merchant_order_no, amount_fen,
           state, created_at, expires_at, refusal)
         values (1, $1::bigint, $2, $3, 'p', $4, 'm' || $1::bigint::text, $5, $6, $7, $7, $8)`,
        [next++, id, index + 1, sale.method, fen, state, at, state === 'FAILED' ? outcome : null],
      );
    }
    if (isPaid) {
      const paymentId = next++;
      await query(
        `insert into payments (shard, id, order_id, provider, provider_txn, merchant_order_no, method, amount_fen, purpose,
           paid_at, received_at) values (1, $1::bigint, $2, 'p', 't' || $1::bigint::text, 'm' || $1::bigint::text, $3, $4, 'premium', $5, $5)`,
        [paymentId, id, sale.method, fen, at],
      );
      if (sale.refundedAt !== undefined) {
        const refundId = next++;
        await query(
          `insert into refunds (shard, id, order_id, payment_id, refund_no, amount_fen, reason, basis, state, created_at,
             settled_at) values (1, $1::bigint, $2, $3, 'r' || $1::bigint::text, $4, 'applied', 'full', 'SETTLED', $5, $5)`,
          [refundId, id, paymentId, fen, new Date(sale.refundedAt)],
        );
        for (const index of sale.born.keys()) {
          await query(
            `insert into refund_items (shard, refund_id, policy_id, order_id, amount_fen) values (1, $1::bigint, $2, $3, $4)`,
            [refundId, refundId * 10 + index, id, sale.premiumFen],
          );
        }
      }
    }
    await query(
      `insert into order_recordings (shard, order_id, trace, state, noted_at) values (1, $1::bigint, null, $2, $3)`,
      [id, sale.recording ?? 'bound', at],
    );
  }
}
