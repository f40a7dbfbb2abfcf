import type { Core } from '../../core.ts';
import type { HandlerTable } from '../../http/handler.ts';
import { sweepFiles } from '../uploads/index.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { prepareChangeCheck } from './change-plan.ts';
import { deleteOldDrafts } from './change-store.ts';
import { handInChange } from './hand-in-change.ts';
import { prepareChange } from './prepare-change.ts';
import { queryChanges } from './query-changes.ts';
import { sendChangeCode } from './send-change-code.ts';
import { supplementPapers } from './supplement-papers.ts';
import { withdrawChange } from './withdraw-change.ts';

export type { ChangeDependencies } from './change-deps.ts';
export { changeNews } from './change-news.ts';
export { type DeskChange, deskChange } from './desk-change.ts';
export { paperOfChange, type Review, reviewChangeWithin } from './review-change.ts';
export { withdrawForRefund } from './withdraw-change.ts';

/** Calls by which a policyholder corrects data of payer and insured people after buying. */
export function endorsementHandlers(deps: ChangeDependencies): HandlerTable {
  return {
    queryChanges: queryChanges(deps),
    prepareChange: prepareChange(deps),
    prepareChangeCheck: prepareChangeCheck(deps),
    sendChangeCode: sendChangeCode(deps),
    updatePolicyholder: handInChange(deps, 'payer'),
    updateInsurant: handInChange(deps, 'insured'),
    supplementPapers: supplementPapers(deps),
    withdrawChange: withdrawChange(deps),
  };
}

/** Deletes drafts that nobody handed in and files whose time is over. */
export async function sweepChanges(core: Pick<Core, 'database' | 'clock'>): Promise<number> {
  await deleteOldDrafts(core.database.query, core.clock.now());
  return sweepFiles(core);
}
