import type { HandlerTable } from '../../http/handler.ts';
import { applyMidYear, midYearRules, queryMidYear, supplementMidYear, withdrawMidYear } from './mid-year-calls.ts';
import type { MidYearDependencies } from './mid-year-deps.ts';

export type { MidYearDependencies } from './mid-year-deps.ts';
export { applicationById, approvedMidYear, type MidYearRow } from './mid-year-store.ts';
export { askedPerson, midYearDueMs, reasonLabel as midYearReason } from './mid-year-view.ts';
export {
  decideMidYear,
  paperOfMidYear,
  sweepMidYear,
  tellMidYear,
} from './review.ts';

/** The calls of this topic, by name. */
export function midYearHandlers(deps: MidYearDependencies) {
  return {
    applyMidYear: applyMidYear(deps),
    midYearRules: midYearRules(deps),
    queryMidYear: queryMidYear(deps),
    supplementMidYear: supplementMidYear(deps),
    withdrawMidYear: withdrawMidYear(deps),
  } satisfies HandlerTable;
}
