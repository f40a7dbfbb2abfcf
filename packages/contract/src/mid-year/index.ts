export { applyMidYear } from './apply-mid-year.ts';
export { midYearRules } from './mid-year-rules.ts';
export { queryMidYear } from './query-mid-year.ts';
export { supplementMidYear } from './supplement-mid-year.ts';
export { withdrawMidYear } from './withdraw-mid-year.ts';
