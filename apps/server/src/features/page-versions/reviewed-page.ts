import type { PageAgreement, PageDraft } from './page-store.ts';

/** A page's draft as the rules of an agreement look at it. */
export function reviewedPage(draft: PageDraft, agreements: readonly PageAgreement[]) {
  return {
    status: draft.status,
    editors: draft.editors,
    agreements: agreements.map(({ staff_id: staffId, roles }) => ({ staffId, roles })),
  };
}
