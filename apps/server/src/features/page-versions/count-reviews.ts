import { whyNoAgreement } from '@huimin/domain/publishing';
import { mayStaff } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import type { StaffMember, WaitingCounter } from '../staff/index.ts';
import { editionsFor, type PageDependencies } from './page-deps.ts';
import { draftsInReview, pageAgreements } from './page-store.ts';
import { reviewedPage } from './reviewed-page.ts';

/** How many pages' drafts wait for somebody who may agree to them. */
export function countPageReviews({ database }: Pick<PageDependencies, 'database'>): WaitingCounter {
  return async (member): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(member.roles, 'edition.publish')) return {};
    const counts = [...(await pagesWaitingFor(database.query, member)).values()];
    return { pages: counts.reduce((sum, count) => sum + count, 0) };
  };
}

/** The same by edition; without those where none waits. */
export async function pagesWaitingFor(query: Query, member: StaffMember): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (!mayStaff(member.roles, 'edition.publish')) return counts;
  const drafts = await draftsInReview(query);
  if (drafts.length === 0) return counts;
  const seen = new Set((await editionsFor(query, { member })).map(({ code }) => code));
  for (const draft of drafts.filter(({ edition_code: code }) => seen.has(code))) {
    const why = whyNoAgreement(reviewedPage(draft, await pageAgreements(query, draft)), member);
    if (why === null) counts.set(draft.edition_code, (counts.get(draft.edition_code) ?? 0) + 1);
  }
  return counts;
}
