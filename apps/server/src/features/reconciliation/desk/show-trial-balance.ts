import type { ConsoleCalls } from '@huimin/contract/console';
import { formatDateTime } from '@huimin/domain/date';
import { providerLabel } from '@huimin/domain/payment';
import { mayStaff, seesEverything } from '@huimin/domain/staff';
import { fail, ok } from '../../../http/handler.ts';
import { accountLabel, keptBalance, type TrialBalance, wantBalance } from '../../ledger/index.ts';
import type { ConsoleHandler } from '../../staff/index.ts';
import { type ReconciliationDeskDependencies, SEES_ALL } from './desk-deps.ts';

export function showTrialBalance(
  deps: ReconciliationDeskDependencies,
): ConsoleHandler<ConsoleCalls['showTrialBalance']> {
  return async (_input, { member }) => {
    if (!seesEverything(member.scope)) return fail('staff-rule', SEES_ALL);
    const { balance, isAwaited } = await keptBalance(deps.database.query);
    const mayAsk = mayStaff(member.roles, 'reconciliation.settle');
    return ok({ balance: balance && inWords(balance), isAwaited, mayAsk });
  };
}

export function takeTrialBalance(
  deps: ReconciliationDeskDependencies,
): ConsoleHandler<ConsoleCalls['takeTrialBalance']> {
  return async (_input, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    await deps.database.transaction(async (query) => {
      await wantBalance(query, deps.clock.now());
      await request.note({ subject: '试算平衡' }, query);
    });
    return ok({});
  };
}

function inWords({ atMs, accounts, clearing, ...balance }: TrialBalance) {
  return {
    ...balance,
    at: formatDateTime(atMs),
    accounts: accounts.map((sum) => ({ ...sum, label: accountLabel(sum.account) })),
    clearing: clearing.map(({ unpostedFen: _, ...check }) => ({ ...check, label: providerLabel(check.provider) })),
  };
}
