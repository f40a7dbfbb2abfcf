import { nextMessageMs } from '@huimin/domain/text-message';
import type { RunEvent } from '@huimin/domain/withholding';
import { lockContract, moveContractIn, note } from './contract-store.ts';
import { planMessages } from './message-store.ts';
import { moveRun, type RunRow } from './run-store.ts';
import type { SigningDependencies, WithholdingDependencies } from './withholding-deps.ts';

export interface RunEnding {
  readonly event: Extract<RunEvent, 'NoAnswer' | 'NobodyLeft' | 'ContractEnded' | 'ChargeGivenUp'>;
  /** Why, as the payer reads it; null where the contract's own story says it. */
  readonly note: string | null;
  readonly tell?: true;
}

/** Ends a year without a charge: the contract stands for the next one, or rests after charges that failed. */
export async function endRun(deps: SigningDependencies, run: RunRow, ending: RunEnding): Promise<void> {
  const nowMs = deps.clock.now();
  const year = deps.editions.edition(run.edition_code)?.document.editionYear ?? 0;
  await deps.database.transaction(async (query) => {
    const contract = await lockContract(query, run.shard, run.contract_id);
    if (!contract) return;
    const ended = await moveRun(query, run, ending.event, {
      ...{ nextAtMs: null, atMs: nowMs, forgetOrder: true },
      ...(ending.note === null ? {} : { endNote: ending.note }),
    });
    if (!ended) return;
    const facts = { by: 'merchant', atMs: nowMs } as const;
    if (contract.status === 'BOOKED') {
      const missed = ending.event === 'ChargeGivenUp';
      await moveContractIn(query, contract, missed ? 'ChargeFailed' : 'BookingWithdrawn', facts);
    }
    if (ending.event === 'ChargeGivenUp') await moveContractIn(query, contract, 'Paused', facts);
    if (ending.note === null) return;
    await note(query, run.shard, run.contract_id, { event: 'YearEnded', ...facts, note: `${year} 年：${ending.note}` });
    if (ending.tell) {
      const message = { kind: 'ended', sendAtMs: nextMessageMs(nowMs), parameters: { result: ending.note } };
      await planMessages(query, contract, run.edition_code, [message]);
    }
  });
}

/** The same where the payer asked for it; false when it is too late. */
export async function skipRun(deps: WithholdingDependencies, run: RunRow): Promise<boolean> {
  const nowMs = deps.clock.now();
  const year = deps.editions.edition(run.edition_code)?.document.editionYear ?? 0;
  return deps.database.transaction(async (query) => {
    const contract = await lockContract(query, run.shard, run.contract_id);
    const skipped = await moveRun(query, run, 'SkippedByUser', { nextAtMs: null, atMs: nowMs, forgetOrder: true });
    if (!contract || !skipped) return false;
    const facts = { by: 'user', atMs: nowMs } as const;
    if (contract.status === 'BOOKED') await moveContractIn(query, contract, 'BookingWithdrawn', facts);
    await note(query, run.shard, run.contract_id, {
      event: 'YearSkipped',
      ...facts,
      note: `${year} 年不扣费，也不投保`,
    });
    return true;
  });
}
