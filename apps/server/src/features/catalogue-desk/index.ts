import type { AnyApprovalKind, ConsoleHandlerTable } from '../staff/index.ts';
import type { CatalogueDeskDependencies } from './catalogue-desk-deps.ts';
import { discardDraft, dropRow, keepRow, restoreVersion, takeFile } from './change-draft.ts';
import { keepOutletAssistant, listOutletAssistants } from './outlet-assistants.ts';
import { publishKind, submitDraft } from './publish-draft.ts';
import {
  listServiceBookings,
  readServiceBooking,
  settleServiceBooking,
  showServiceBooking,
} from './service-bookings.ts';
import { downloadCatalogue, listCatalogue, listVersionsCall } from './show-catalogue.ts';

export { listAnswers, previewedCatalogue } from './preview-lists.ts';

/** What two people are needed for here. */
export function catalogueDeskApprovals(deps: Pick<CatalogueDeskDependencies, 'editions'>): readonly AnyApprovalKind[] {
  return [publishKind(deps)];
}

/** The console's calls of this topic, by name. */
export function catalogueDeskHandlers(deps: CatalogueDeskDependencies) {
  return {
    listCatalogue: listCatalogue(deps),
    listCatalogueVersions: listVersionsCall(deps),
    downloadCatalogue: downloadCatalogue(deps),
    keepCatalogueRow: keepRow(deps),
    dropCatalogueRow: dropRow(deps),
    takeCatalogueFile: takeFile(deps),
    restoreCatalogue: restoreVersion(deps),
    discardCatalogueDraft: discardDraft(deps),
    submitCatalogueDraft: submitDraft(deps),
    listOutletAssistants: listOutletAssistants(deps),
    keepOutletAssistant: keepOutletAssistant(deps),
    listServiceBookings: listServiceBookings(deps),
    showServiceBooking: showServiceBooking(deps),
    readServiceBooking: readServiceBooking(deps),
    settleServiceBooking: settleServiceBooking(deps),
  } satisfies ConsoleHandlerTable;
}
