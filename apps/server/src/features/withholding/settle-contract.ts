import type { ContractState } from '../../ports/withholding.ts';
import type { OrderRow } from '../order/index.ts';
import { orderById } from '../order/index.ts';
import { type ContractRow, moveContract, requestEnd } from './contract-store.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

const DAY_MS = 24 * 3_600_000;
/** A contract that stands is asked about again after this long, in case nobody told us of its end. */
const LOOK_AGAIN_MS = 7 * DAY_MS;
/** By then an order that was not paid is closed. */
const AFTER_EXPIRY_MS = 5 * 60_000;

/**
 * The one way by which the provider's verified word changes a contract, whoever brings it: notice or query. Safe to
 * repeat, in any order, on any server.
 */
export async function settleContract(
  deps: WithholdingDependencies,
  contract: ContractRow,
  state: ContractState,
): Promise<void> {
  if (state.kind === 'ended') {
    await moveContract(deps.database, contract, endedEvent(contract, state.by), {
      by: state.by === 'user' || contract.end_requested_by === 'user' ? 'user' : 'provider',
      atMs: state.endedAtMs,
      nextAskAtMs: null,
      contractId: state.contractId,
    });
    return;
  }
  const nowMs = deps.clock.now();
  const order = await orderById(deps.database.query, contract.shard, contract.order_id);
  await moveContract(deps.database, contract, 'Signed', {
    by: 'user',
    atMs: state.signedAtMs,
    nextAskAtMs: nextLook(contract, order, nowMs),
    contractId: state.contractId,
    // Whoever holds the account that pays; where a page was signed it is known only now.
    openIdSealed: deps.vault.seal('open-id', state.openId),
    expiresAtMs: state.expiresAtMs,
  });
  // Signed for an order that nobody paid: there is nothing to apply for again.
  if (order && withoutCover(order)) {
    await requestEnd(deps.database.query, contractKey(contract), 'merchant', nowMs);
  }
}

export function contractKey(contract: ContractRow): { shard: number; orderId: bigint; id: bigint } {
  return { shard: contract.shard, orderId: contract.order_id, id: contract.id };
}

/** When a contract that stands is asked about again; at once where its end was asked for. */
export function nextLook(contract: ContractRow, order: OrderRow | null, nowMs: number): number {
  if (contract.end_requested_at !== null) return nowMs;
  const isUnpaid = order?.status === 20 || order?.status === 25;
  return isUnpaid ? Math.max(nowMs, order.expires_at) + AFTER_EXPIRY_MS : nowMs + LOOK_AGAIN_MS;
}

/** Closed without payment, paid too late, or no cover could be given. */
export function withoutCover(order: OrderRow): boolean {
  return order.status === 85 || (order.paid_at === null && order.status !== 20 && order.status !== 25);
}

/** Our call ends it for the payer who asked us to. */
function endedEvent(contract: ContractRow, by: 'user' | 'merchant' | 'time') {
  if (by === 'time') return 'EndedByTime';
  return by === 'user' || contract.end_requested_by === 'user' ? 'EndedByUser' : 'EndedByMerchant';
}
