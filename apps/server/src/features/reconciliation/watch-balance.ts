import { formatYuan } from '@huimin/domain/money';
import { providerLabel } from '@huimin/domain/payment';
import type { Core } from '../../core.ts';
import { type TrialBalance, takeDueBalance } from '../ledger/index.ts';
import { type Alert, keepStandingAlert } from '../payment/index.ts';

/** The ledger is added up where that is due, and whoever keeps the books is told for as long as it does not agree. */
export function watchBalance(core: Core, stands: (isRight: boolean) => void): Promise<number> {
  return takeDueBalance(core, {
    stands,
    taken: (query, balance) => keepStandingAlert(core, query, 'ledger-unbalanced', notRight(balance), balance.atMs),
  });
}

/** What of it does not agree; null: all of it does. */
function notRight({ isRight, totalFen, facts, overdrawnGroups, clearing }: TrialBalance): Alert['details'] | null {
  if (isRight) return null;
  const off = clearing
    .filter((check) => !check.isRight)
    .map((check) => {
      const { provider, paymentsFen, refundsFen, heldFen, unpostedFen, clearingFen } = check;
      const fen = clearingFen - (paymentsFen - refundsFen + heldFen - unpostedFen);
      return `${providerLabel(provider)}账上${fen > 0 ? '多' : '少'} ${formatYuan(Math.abs(fen))} 元`;
    });
  return {
    ...(totalFen === 0 ? {} : { totalFen }),
    ...(off.length === 0 ? {} : { clearing: off.join('；') }),
    ...(facts.wrong === 0 ? {} : { wrongPostings: facts.wrong }),
    ...(facts.overdue === 0 ? {} : { overduePostings: facts.overdue }),
    ...(overdrawnGroups === 0 ? {} : { overdrawnGroups }),
  };
}
