import type { ConsoleCalls } from '@huimin/contract/console';
import { formatDateTime } from '@huimin/domain/date';
import { seesEverything } from '@huimin/domain/staff';
import { fail, ok } from '../../../http/handler.ts';
import { accountLabel, providerLabel, trialBalance } from '../../ledger/index.ts';
import type { ConsoleHandler } from '../../staff/index.ts';
import { type ReconciliationDeskDependencies, SEES_ALL } from './desk-deps.ts';

export function showTrialBalance(
  deps: ReconciliationDeskDependencies,
): ConsoleHandler<ConsoleCalls['showTrialBalance']> {
  return async (_input, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    const { atMs, accounts, clearing, ...balance } = await trialBalance(deps.database, deps.clock.now());
    return ok({
      ...balance,
      at: formatDateTime(atMs),
      accounts: accounts.map((sum) => ({ ...sum, label: accountLabel(sum.account) })),
      clearing: clearing.map(({ unpostedFen: _, ...check }) => ({ ...check, label: providerLabel(check.provider) })),
    });
  };
}
