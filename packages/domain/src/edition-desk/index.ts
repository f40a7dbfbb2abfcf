export { type DeskEdition, EDITION_SECTIONS, type EditionDifference, type EditionSection } from './desk-edition.ts';
export { coversOf } from './edition-cover.ts';
export { editionDifferences, editionFieldLabel } from './edition-fields.ts';
export { type SaleOverlap, saleOverlaps } from './edition-overlaps.ts';
export {
  inPlanOrder,
  MOST_PLANS,
  upgradesBetween,
  whyNoNewPlan,
  whyNoOrder,
  whyNoPlanCode,
  whyPlanStays,
  whyPlansStay,
  withNewPlan,
  withoutDraftParts,
  withoutPlan,
} from './edition-plans.ts';
export { nextEdition } from './next-edition.ts';
export { premiumFenOf } from './premium-text.ts';
export { type EditionPaper, type PublishCheck, publishChecks } from './publish-checks.ts';
export { MIN_TEXT_CONTRAST, nearestReadable, themePairs } from './theme-pairs.ts';
