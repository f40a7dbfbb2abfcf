import type { Core } from '../../core.ts';
import type { WriteKind } from '../../db/group-commit.ts';
import { releaseClaims } from '../order/index.ts';
import { confirmClaims, issueOrders, type OrderClaim, type PaidOrder, readPaidOrders } from './issue-store.ts';

export interface IssueDependencies extends Core {
  /** True on a distributed engine: a statement then holds the orders of one shard only. */
  readonly groupByShard: boolean;
  /** Gives the whole premium back when cover cannot be given; safe to repeat. */
  readonly refundUnissuable: (order: { shard: number; id: bigint }) => Promise<void>;
}

/**
 * Turns a paid order into policies: the claims become cover first, so that nobody is ever insured twice; an order
 * whose claims lapsed is refunded in full. Safe to repeat. Orders that are issued at the same moment share their
 * statements: on the day a sale opens there are as many of them as purchases.
 */
export function policyIssuer(deps: IssueDependencies): (order: PaidOrder) => Promise<void> {
  const read: WriteKind<PaidOrder, OrderClaim | null> = readPaidOrders(deps.groupByShard);
  const issue = issueOrders(deps.groupByShard);
  return async (order) => {
    const claim = await deps.groupCommit.write(read, order);
    if (!claim) return;
    const covered = await deps.groupCommit.write(confirmClaims, claim);
    if (covered === claim.personIndexes.length) {
      await deps.groupCommit.write(issue, { ...order, issuedAt: new Date(deps.clock.now()) });
      return;
    }
    await giveUp(deps, order, claim, covered);
  };
}

/** Lets the people go again and gives the premium back. */
async function giveUp(deps: IssueDependencies, order: PaidOrder, claim: OrderClaim, covered: number): Promise<void> {
  const { claimKey, editionCode, personIndexes } = claim;
  deps.log.error(
    { orderNo: deps.numbers.orderNo(order.id), covered, insured: personIndexes.length },
    'claims lapsed, refunding',
  );
  await deps.database.query(
    `update person_claims set expires_at = claimed_at where person_index = any($1) and edition_code = $2 and claim_key = $3`,
    [personIndexes, editionCode, claimKey],
  );
  await releaseClaims(deps.database.query, { claimKey, editionCode, personIndexes });
  await deps.refundUnissuable(order);
}
