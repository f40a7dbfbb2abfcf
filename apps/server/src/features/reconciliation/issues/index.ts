export { runIssueWork } from './compare-edition.ts';
export { decideIssueDifference, issueDifferences } from './difference-store.ts';
export { isIssueWorkDue, issueEditions, issueReport, wantIssueComparison } from './edition-store.ts';
export { issueFileById, storeIssueFile } from './file-store.ts';
export { ISSUE_COLUMNS, issueFileText, issueReportText, issueRowOf } from './issue-report.ts';
export { beginIssueFile, daysToldOf, isKnownIssueFile, takeIssueRows } from './take-rows.ts';
export { endWhenSettled } from './tell-issues.ts';
