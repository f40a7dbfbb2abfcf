import { POLICY_STATUS, policyStatusAt, shownPolicyStatus } from '@huimin/domain/policy';
import type { Query } from '../../db/database.ts';
import type { EditionDocument } from '../configuration/index.ts';
import { type InsuredRow, insuredOfOrders, type OrderRow } from '../order/index.ts';
import { awaitedUpgrades, policiesOfOrder } from './upgrade-store.ts';

/** One person of an order and whether their policy can be raised now. */
export interface UpgradePerson {
  readonly insured: InsuredRow;
  /** Null when it can. */
  readonly why: string | null;
  /** The upgrade order that waits for its money. */
  readonly waitingOrderId: bigint | null;
}

export async function upgradePeople(
  query: Query,
  order: OrderRow,
  document: EditionDocument,
  nowMs: number,
): Promise<UpgradePerson[]> {
  const people = await insuredOfOrders(query, order.shard, [order.id]);
  const policies = await policiesOfOrder(query, order.shard, order.id);
  const awaited = await awaitedUpgrades(query, order.shard, order.id);
  return people.map((insured) => {
    const waitingOrderId = awaited.get(insured.policy_id) ?? null;
    const policy = policies.find((row) => row.id === insured.policy_id);
    return { insured, waitingOrderId, why: whyNot(insured, policy, waitingOrderId, document, nowMs) };
  });
}

function whyNot(
  insured: InsuredRow,
  policy: Awaited<ReturnType<typeof policiesOfOrder>>[number] | undefined,
  waitingOrderId: bigint | null,
  document: EditionDocument,
  nowMs: number,
): string | null {
  if (!policy) return '没有保单';
  if (policy.status === POLICY_STATUS.issuingFailed) return '未能承保，会自动退款';
  if (policy.issued_at === null) return '保单还在生成，请稍后再来';
  const status = policyStatusAt(policy.status, document, nowMs);
  if (status !== POLICY_STATUS.notYetInForce) return shownPolicyStatus(status).label;
  if (insured.upgrade_status === POLICY_STATUS.cancelling) return '升级正在退回';
  if (insured.upgrade_id !== null) return '已经升级';
  return waitingOrderId === null ? null : '有一笔升级订单还没办完';
}
