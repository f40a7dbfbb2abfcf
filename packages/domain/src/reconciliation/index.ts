export {
  type ComparedDay,
  CROSS_DAY_WINDOW_MS,
  compareDay,
  type DayToCompare,
  type Difference,
  type DifferenceClass,
  type MoneyMovement,
} from './compare-day.ts';
export {
  ADVICE_LABELS,
  type Advice,
  DIFFERENCE_CLASSES,
  type DifferenceLabel,
  explainDifference,
} from './difference-text.ts';
export { RESOLUTIONS, type Resolution, resolutionsFor } from './resolutions.ts';
