import type { ReconciliationDayValue } from '@huimin/contract/console';
import { beijingDate } from '@huimin/domain/date';
import { providerLabel } from '@huimin/domain/payment';
import { SETTLEMENT_STATES, settlementState } from '@huimin/domain/reconciliation';
import type { Query } from '../../../db/database.ts';
import type { StoredRun } from '../run-store.ts';
import { type StoredSettlement, settlementsOfDay } from '../settlement-store.ts';

/** What each provider's bill of a day came to, beside what of it has come into the account. */
export async function settlementViews(
  query: Query,
  day: string,
  runs: readonly Pick<StoredRun, 'provider' | 'summary'>[],
  nowMs: number,
): Promise<ReconciliationDayValue['settlements']> {
  const byProvider = Map.groupBy(await settlementsOfDay(query, day), ({ provider }) => provider);
  const bills = new Map(
    runs.map(({ provider, summary: { bill } }) => [provider, bill.paymentFen - bill.refundFen] as const),
  );
  return [...new Set([...bills.keys(), ...byProvider.keys()])].sort().map((provider) => {
    const transfers = byProvider.get(provider) ?? [];
    const billFen = bills.get(provider) ?? null;
    const sum = (pick: (row: StoredSettlement) => bigint) =>
      Number(transfers.reduce((all, row) => all + pick(row), 0n));
    const grossFen = sum((row) => row.gross_fen);
    const settled = { transfers: transfers.length, grossFen };
    const { label, tone } = SETTLEMENT_STATES[settlementState(billFen, settled, day, beijingDate(nowMs))];
    return {
      ...{ provider, label: providerLabel(provider), billFen, grossFen, stateLabel: label, tone },
      feeFen: sum((row) => row.fee_fen),
      netFen: sum((row) => row.net_fen),
      transfers: transfers.map((row) => ({
        ...{ reference: row.reference, arrivedOn: row.arrived_on, netFen: Number(row.net_fen), takenBy: row.taken_by },
      })),
    };
  });
}
