import type { ConsoleHandlerTable } from '../staff/index.ts';
import {
  beginEditionDraft,
  copyEdition,
  discardEditionDraft,
  saveEditionDraft,
  submitEditionDraft,
} from './change-draft.ts';
import { addEditionPlan, arrangeEditionPlans, removeEditionPlan } from './change-plans.ts';
import { decideEditionDraft, scheduleEdition } from './decide-draft.ts';
import type { EditionDeskDependencies, SalePauseDependencies } from './desk-deps.ts';
import { listEditionVersions } from './list-edition-versions.ts';
import { publishDueEditions } from './publish-due.ts';
import { askSaleResume, listSalePauses, pauseSale } from './sale-pauses.ts';
import { listEditions, showEdition, showEditionOnSale } from './show-edition.ts';

export { countEditionReviews } from './count-reviews.ts';
export type { EditionDeskDependencies } from './desk-deps.ts';
export { draftProduct } from './draft-product.ts';
export { saleResumeKind } from './sale-pauses.ts';
export { saleStateOf } from './show-edition.ts';

/** The console's calls of this topic, by name. */
export function editionDeskHandlers(deps: SalePauseDependencies) {
  return {
    listEditions: listEditions(deps),
    listEditionVersions: listEditionVersions(deps),
    showEdition: showEdition(deps),
    showEditionOnSale: showEditionOnSale(deps),
    beginEditionDraft: beginEditionDraft(deps),
    copyEdition: copyEdition(deps),
    saveEditionDraft: saveEditionDraft(deps),
    addEditionPlan: addEditionPlan(deps),
    removeEditionPlan: removeEditionPlan(deps),
    arrangeEditionPlans: arrangeEditionPlans(deps),
    discardEditionDraft: discardEditionDraft(deps),
    submitEditionDraft: submitEditionDraft(deps),
    decideEditionDraft: decideEditionDraft(deps),
    scheduleEdition: scheduleEdition(deps),
    listSalePauses: listSalePauses(deps),
    pauseSale: pauseSale(deps),
    askSaleResume: askSaleResume(deps),
  } satisfies ConsoleHandlerTable;
}

export function editionDeskJobs(deps: EditionDeskDependencies) {
  return [{ name: 'edition-publishing', everyMs: 2_000, run: () => publishDueEditions(deps) }];
}
