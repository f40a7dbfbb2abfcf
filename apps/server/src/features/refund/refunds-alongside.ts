import type { Query } from '../../db/database.ts';
import type { OrderRow } from '../order/index.ts';
import { type AppliedRefund, appliedRefunds, upgradeOrdersOf } from './refund-store.ts';

/**
 * Refunds of upgrade orders that were asked for together with refunds of the order they belong to, under the same key:
 * differences that went back because their policy did.
 */
export async function refundsAlongside(
  query: Query,
  order: Pick<OrderRow, 'shard' | 'id' | 'kind'>,
  refunds: readonly AppliedRefund[],
): Promise<AppliedRefund[]> {
  if (order.kind === 'upgrade' || refunds.length === 0) return [];
  const keys = new Set(refunds.map((refund) => refund.client_key));
  const found: AppliedRefund[] = [];
  for (const upgradeOrder of await upgradeOrdersOf(query, order.shard, order.id)) {
    const ofUpgrade = await appliedRefunds(query, order.shard, upgradeOrder);
    found.push(...ofUpgrade.filter((refund) => keys.has(refund.client_key)));
  }
  return found;
}
