export {
  type AdjustedCase,
  adjustYear,
  type CaseCosts,
  type CaseToAdjust,
  type CategoryStep,
} from './adjust-year.ts';
export { claimAccess } from './case-access.ts';
export { type ClaimClock, claimClock } from './claim-clocks.ts';
export {
  CLAIM_HEADINGS,
  type ClaimBooks,
  type ClaimColumns,
  type ClaimFacts,
  type ClaimRow,
  claimColumns,
  claimRow,
  VISIT_KINDS,
  type VisitKind,
} from './claim-row.ts';
export {
  CLAIM_STATUS_TABLE,
  type ClaimStatus,
  claimStatusLabel,
  countsForYear,
  isDecided,
  mayFollow,
  REFUSAL_REASONS,
  type RefusalReason,
} from './claim-status.ts';
export { belowText, type ExplainedStep, explainCase, ratioText } from './explain-case.ts';
export {
  RECHECK_STATUS_TABLE,
  RECHECK_WORKING_DAYS,
  type RecheckEvent,
  type RecheckStatus,
  recheckStatusLabel,
} from './recheck-status.ts';
export {
  type CategoryRule,
  type ControlCase,
  type CostCategory,
  categoriesOf,
  RATIO_CLASSES,
  type RatioClass,
  type RuleSet,
  ruleSetProblems,
} from './rule-set.ts';
export { rulesForPlans, rulesOfCover } from './rules-of-cover.ts';
export { controlProblems, edgeVisits, payableOf, ruleChanges } from './try-rules.ts';
