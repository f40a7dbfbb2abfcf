export { askDayClosing } from './ask-day-closing.ts';
export { askDifferenceDecision } from './ask-difference-decision.ts';
export { askIssueDecision } from './ask-issue-decision.ts';
export { fetchBillsAgain } from './fetch-bills-again.ts';
export { listDifferences } from './list-differences.ts';
export { listReconciliationDays } from './list-reconciliation-days.ts';
export { showDifference } from './show-difference.ts';
export { showReconciliationDay } from './show-reconciliation-day.ts';
