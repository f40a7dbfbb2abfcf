import { beijingMs } from '@huimin/domain/date';
import { editionOfOrder, orderById } from '../order/index.ts';
import type { UpgradeDependencies } from './upgrade-deps.ts';
import { issueUpgrade, lockOrder, raisablePolicies } from './upgrade-store.ts';

export interface IssueUpgradeDependencies extends UpgradeDependencies {
  /** Gives the whole difference back when a policy cannot be raised; safe to repeat. */
  readonly refundUnissuable: (order: { shard: number; id: bigint }) => Promise<void>;
}

/**
 * Raises the policies of a paid upgrade order: all of them, or none and the difference goes back in full. None when one
 * was given back or raised meanwhile, or when it was paid after cover had begun. Safe to repeat.
 */
export function upgradeIssuer(deps: IssueUpgradeDependencies): (order: { shard: number; id: bigint }) => Promise<void> {
  return async ({ shard, id }) => {
    const order = await orderById(deps.database.query, shard, id);
    if (order?.kind !== 'upgrade' || order.base_order_id === null) return;
    const { base_order_id: baseOrderId } = order;
    const document = editionOfOrder(deps.editions, order)?.document;
    const isInTime = document !== undefined && (order.paid_at ?? 0) < beijingMs(document.validDate);
    const isDecided = await deps.database.transaction(async (query) => {
      // The order it belongs to first, as a refund of that one does: a policy is not given back under its upgrade.
      await lockOrder(query, shard, baseOrderId);
      const status = await lockOrder(query, shard, id);
      if (status !== 30 && status !== 40) return true;
      if (!isInTime || (await raisablePolicies(query, shard, id)) !== order.insured_count) return false;
      await issueUpgrade(query, shard, id, new Date(deps.clock.now()));
      return true;
    });
    if (isDecided) return;
    deps.log.error({ orderNo: deps.numbers.orderNo(id) }, 'policies cannot be raised, refunding');
    await deps.refundUnissuable({ shard, id });
  };
}
