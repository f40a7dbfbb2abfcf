export { runIssueWork } from './compare-edition.ts';
export { decideIssueDifference, issueDifferences } from './difference-store.ts';
export { isIssueWorkDue, issueEditions, issueReport, wantIssueComparison } from './edition-store.ts';
export { issueFileById, LARGEST_FILE_BYTES, newestIssueFiles, storeIssueFile } from './file-store.ts';
export { issueDifferencesFile, issueFileText, issueReportText } from './issue-report.ts';
