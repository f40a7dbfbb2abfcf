export { dayReports, isDayPending, knownProviders, missingBills, runReport } from './day-report.ts';
export { wantDay } from './day-store.ts';
export { decideDifference } from './decide-difference.ts';
export {
  countDifferences,
  differenceExport,
  reconciliationApprovals,
  reconciliationHandlers,
  runDecision,
} from './desk/index.ts';
export {
  decideIssueDifference,
  isIssueWorkDue,
  issueDifferences,
  issueDifferencesFile,
  issueEditions,
  issueFileById,
  issueFileText,
  issueReport,
  issueReportText,
  LARGEST_FILE_BYTES,
  newestIssueFiles,
  runIssueWork,
  storeIssueFile,
  wantIssueComparison,
} from './issues/index.ts';
export { reconcileDue } from './reconcile-day.ts';
export { dayText, differencesFile } from './report.ts';
export { newestRuns } from './run-store.ts';
export { putSettlements, saysTheSame, settlementsNamed } from './settlement-store.ts';
