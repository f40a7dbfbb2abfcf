import { mayStaff, seesEverything } from '@huimin/domain/staff';
import type { Core } from '../../../core.ts';
import type { ConsoleHandlerTable, WaitingCounter } from '../../staff/index.ts';
import { askDayClosing, closingApproval } from './closing.ts';
import { askDifferenceDecision, decisionApproval } from './decisions.ts';
import type { ReconciliationDeskDependencies } from './desk-deps.ts';
import { countUnsettled } from './desk-store.ts';
import { listDifferences } from './difference-lines.ts';
import { fetchBillsAgain } from './fetch-again.ts';
import { askIssueDecision, issueDecisionApproval } from './issue-decisions.ts';
import { listReconciliationDays, showReconciliationDay } from './show-day.ts';
import { showDifference } from './show-difference.ts';
import { showTrialBalance, takeTrialBalance } from './show-trial-balance.ts';

export { runDecision } from './decisions.ts';
export { differenceExport } from './difference-export.ts';
export { issueExport } from './issue-export.ts';

/** The console's calls of this topic, by name. */
export function reconciliationHandlers(deps: ReconciliationDeskDependencies) {
  return {
    listReconciliationDays: listReconciliationDays(deps),
    showReconciliationDay: showReconciliationDay(deps),
    listDifferences: listDifferences(deps),
    showDifference: showDifference(deps),
    askDifferenceDecision: askDifferenceDecision(deps),
    fetchBillsAgain: fetchBillsAgain(deps),
    askDayClosing: askDayClosing(deps),
    askIssueDecision: askIssueDecision(deps),
    showTrialBalance: showTrialBalance(deps),
    takeTrialBalance: takeTrialBalance(deps),
  } satisfies ConsoleHandlerTable;
}

/** What two people are needed for. */
export const reconciliationApprovals = (core: Core) => [
  decisionApproval(core),
  closingApproval(core),
  issueDecisionApproval(core),
];

/** Differences that nobody has decided, beside the page's name in the menu. */
export function countDifferences({ database }: Core): WaitingCounter {
  return async ({ roles, scope }): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(roles, 'reconciliation.settle') || !seesEverything(scope)) return {};
    return { reconciliation: await countUnsettled(database.query) };
  };
}
