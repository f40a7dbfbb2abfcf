export { checkEdition, type EditionProblem } from './check-edition.ts';
export { consortiumOf, consortiumPartsFen } from './consortium.ts';
export { type CoverageDates, coverageDays, coverageEnded, coverageStarted, coverageText } from './coverage.ts';
export {
  type Benefit,
  benefitsOf,
  type Company,
  type Edition,
  type PaymentOption,
  type Plan,
  planOf,
  premiumYuanFields,
  type Switches,
  type Theme,
} from './edition.ts';
export { type ComparedEdition, type EditionChange, editionChanges } from './edition-changes.ts';
export { editionInForce } from './edition-in-force.ts';
export { FLOW_RULES } from './flow-rules.ts';
export {
  bornInTime,
  coverFrom,
  FLOW_WINDOWS,
  type FlowRules,
  type MidYearReason,
  msUntilFlowChange,
  openFlow,
  type PurchaseFlow,
} from './purchase-flow.ts';
export { pauseOfAll, pauseOfRegion, pauseSentence, type SalePause, whyStandsStill } from './sale-pause.ts';
export {
  isOnSale,
  msUntilNextChange,
  notYetOnSale,
  SALE_WINDOW_TABLE,
  type SaleDates,
  type SaleWindow,
  type SaleWindowEvent,
  saleWindowAt,
} from './sale-window.ts';
export { isUsableTheme, themeProblems, whiteContrastOn } from './theme-contrast.ts';
export { dearerPlan, upgradeEndMs, upgradeFen, whyNoUpgrade } from './upgrade.ts';
