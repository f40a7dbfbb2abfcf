import type { ConsoleHandlerTable } from '../staff/index.ts';
import {
  beginPageDraft,
  decidePageDraft,
  discardPageDraft,
  savePageDraft,
  schedulePage,
  submitPageDraft,
} from './change-page.ts';
import type { PageDependencies } from './page-deps.ts';
import { publishDuePages } from './publish-due.ts';
import { listPages, pagesUnderway, seePageAt, showPage } from './show-page.ts';

export { countPageReviews } from './count-reviews.ts';
export { seesEdition, unlessImpossible } from './page-deps.ts';
export { pageAnswers, pageVersionAnswers } from './preview-pages.ts';
export { pagesUnderway };

/** The console's calls of this topic, by name. */
export function pageHandlers(deps: PageDependencies) {
  return {
    listPages: listPages(deps),
    showPage: showPage(deps),
    seePageAt: seePageAt(deps),
    beginPageDraft: beginPageDraft(deps),
    savePageDraft: savePageDraft(deps),
    discardPageDraft: discardPageDraft(deps),
    submitPageDraft: submitPageDraft(deps),
    decidePageDraft: decidePageDraft(deps),
    schedulePage: schedulePage(deps),
  } satisfies ConsoleHandlerTable;
}

export function pageJobs(deps: PageDependencies) {
  return [{ name: 'page-publishing', everyMs: 2_000, run: () => publishDuePages(deps) }];
}
