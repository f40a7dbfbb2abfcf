export {
  type ComparedDay,
  CROSS_DAY_WINDOW_MS,
  compareDay,
  type DayToCompare,
  type Difference,
  type DifferenceClass,
  isOfDay,
  type MoneyMovement,
} from './compare-day.ts';
export {
  compareIssue,
  type InsurerPolicy,
  ISSUE_CLASSES,
  type IssueClass,
  type IssueDifference,
  type IssueTerms,
  type OwnPolicy,
} from './compare-issue.ts';
export {
  ADVICE_LABELS,
  type Advice,
  DIFFERENCE_CLASSES,
  type DifferenceLabel,
  explainDifference,
} from './difference-text.ts';
export { ISSUE_RESOLUTIONS, type IssueResolution, issueResolutionsFor } from './issue-resolutions.ts';
export { type IssueColumns, type IssueRow, issueColumns, issueHeadings, issueRow } from './issue-row.ts';
export { RESOLUTIONS, type Resolution, resolutionsFor } from './resolutions.ts';
export { SETTLEMENT_COLUMNS, type SettlementRow, settlementColumns, settlementRow } from './settlement-row.ts';
export { SETTLEMENT_STATES, type SettlementState, settlementState } from './settlement-standing.ts';
