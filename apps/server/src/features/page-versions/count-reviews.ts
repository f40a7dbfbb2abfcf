import { whyNoAgreement } from '@huimin/domain/publishing';
import { mayStaff } from '@huimin/domain/staff';
import type { WaitingCounter } from '../staff/index.ts';
import { editionsFor, type PageDependencies } from './page-deps.ts';
import { draftsInReview, pageAgreements } from './page-store.ts';
import { reviewedPage } from './show-page.ts';

/** How many pages' drafts wait for somebody who may agree to them. */
export function countPageReviews({ database }: Pick<PageDependencies, 'database'>): WaitingCounter {
  return async (member): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(member.roles, 'edition.publish')) return {};
    const drafts = await draftsInReview(database.query);
    if (drafts.length === 0) return { pages: 0 };
    const editions = new Set((await editionsFor(database.query, { member })).map(({ code }) => code));
    const open = await Promise.all(
      drafts
        .filter(({ edition_code: code }) => editions.has(code))
        .map(async (draft) => whyNoAgreement(reviewedPage(draft, await pageAgreements(database.query, draft)), member)),
    );
    return { pages: open.filter((why) => why === null).length };
  };
}
