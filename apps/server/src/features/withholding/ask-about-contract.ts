import { STANDING_CONTRACT } from '@huimin/domain/withholding';
import { orderById } from '../order/index.ts';
import { type ContractRow, moveContract, planAsk } from './contract-store.ts';
import { nextLook, settleContract, withoutCover } from './settle-contract.ts';
import type { SigningDependencies } from './withholding-deps.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Pauses between the questions about a contract that hangs; the last one repeats. */
const PAUSES_MS = [15_000, 30_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] as const;
/** A sign page, and an order that can be paid, are over by then. */
const GIVE_UP_MS = 35 * MINUTE_MS;

/**
 * Asks the provider about one contract and writes what it says; ends it there when that was asked for. What stays
 * unclear is asked again later.
 */
export async function askAboutContract(deps: SigningDependencies, contract: ContractRow): Promise<void> {
  if (contract.end_requested_at !== null) return endContract(deps, contract);
  const { query } = deps.database;
  const answer = await deps.withholding.queryContract(contract.contract_code);
  const nowMs = deps.clock.now();
  const order = await orderById(query, contract.shard, contract.order_id);
  switch (answer.kind) {
    case 'ended':
      return settleContract(deps, contract, answer);
    case 'signed':
      await settleContract(deps, contract, answer);
      // Its end was asked for just now.
      if (order && withoutCover(order)) return;
      return planAsk(query, contract, nextLook(contract, order, nowMs));
    case 'absent': {
      if (contract.status !== 'SIGNING' && contract.status !== 'UNSIGNED') return writeEnd(deps, contract);
      const mayStillBeSigned = nowMs - contract.created_at < GIVE_UP_MS;
      const nextAskAtMs = mayStillBeSigned ? nowMs + pause(contract) : null;
      // Paid or closed since, by the provider's whole seconds: the cashier has been left without a signature.
      const decidedAtMs = order?.paid_at ?? order?.closed_at ?? null;
      const isOver = decidedAtMs !== null && decidedAtMs >= contract.created_at - (contract.created_at % SECOND_MS);
      if (contract.status === 'SIGNING' && (isOver || !mayStillBeSigned)) {
        // The payer is told at once. A signature may be known there a little later, and the notice of it get lost.
        await moveContract(deps.database, contract, 'NotSigned', { by: 'provider', atMs: nowMs, nextAskAtMs });
        return;
      }
      return planAsk(query, contract, nextAskAtMs);
    }
    case 'unknown':
      deps.log.warn(
        { contractCode: contract.contract_code, problem: answer.message },
        'contract without a clear answer',
      );
      return planAsk(query, contract, nowMs + pause(contract));
  }
}

/** Ends a contract at the provider; its intent is written. */
export async function endContract(deps: SigningDependencies, contract: ContractRow): Promise<void> {
  const { query } = deps.database;
  const remark = contract.end_requested_by === 'merchant' ? '订单没有生效，签约一并关闭' : '本人关闭自动重新投保';
  const answer = await deps.withholding.terminate(contract.contract_code, remark);
  const nowMs = deps.clock.now();
  if (answer.kind === 'unknown') {
    deps.log.warn({ contractCode: contract.contract_code, problem: answer.message }, 'contract not ended yet');
    return planAsk(query, contract, nowMs + pause(contract));
  }
  // Never signed, and may still be on the sign page: asked again until that is over.
  const mayBeSigned = contract.status === 'SIGNING' && nowMs - contract.created_at < GIVE_UP_MS;
  if (answer.kind === 'absent' && mayBeSigned) return planAsk(query, contract, nowMs + pause(contract));
  return writeEnd(deps, contract, answer.kind === 'absent');
}

/** `neverSigned`: as far as the provider knows there was none. */
async function writeEnd(deps: SigningDependencies, contract: ContractRow, neverSigned = false): Promise<void> {
  const isMerchant = contract.end_requested_by === 'merchant';
  const wasSigned = STANDING_CONTRACT.includes(contract.status);
  const event = neverSigned && !wasSigned ? 'NotSigned' : isMerchant ? 'EndedByMerchant' : 'EndedByUser';
  await moveContract(deps.database, contract, event, {
    by: isMerchant ? 'merchant' : 'user',
    atMs: deps.clock.now(),
    nextAskAtMs: null,
  });
}

function pause(contract: ContractRow): number {
  return PAUSES_MS[Math.min(contract.ask_count, PAUSES_MS.length - 1)] as number;
}
