export { dayReports, isDayPending, knownProviders, missingBills } from './day-report.ts';
export { wantDay } from './day-store.ts';
export {
  countDifferences,
  differenceExport,
  issueExport,
  reconciliationApprovals,
  reconciliationHandlers,
  runDecision,
} from './desk/index.ts';
export {
  beginIssueFile,
  daysToldOf,
  isIssueWorkDue,
  isKnownIssueFile,
  issueEditions,
  issueFileById,
  issueFileText,
  issueReport,
  issueReportText,
  runIssueWork,
  storeIssueFile,
  takeIssueRows,
} from './issues/index.ts';
export { reconcileDue } from './reconcile-day.ts';
export { dayText, differencesFile } from './report.ts';
export { putSettlements, saysTheSame, settlementsNamed } from './settlement-store.ts';
export { watchBalance } from './watch-balance.ts';
