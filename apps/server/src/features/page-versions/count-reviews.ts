import { whyNoAgreement } from '@huimin/domain/publishing';
import { mayStaff } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import type { StaffMember, WaitingCounter } from '../staff/index.ts';
import { editionsFor, type PageDependencies } from './page-deps.ts';
import { draftsHandedIn, pageAgreements } from './page-store.ts';
import { reviewedPage } from './reviewed-page.ts';

/** How many pages' drafts wait for somebody: to be agreed to, or, once two have agreed, to be given a time. */
export function countPageReviews({ database }: Pick<PageDependencies, 'database'>): WaitingCounter {
  return async (member): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(member.roles, 'edition.publish') && !mayStaff(member.roles, 'edition.change')) return {};
    const counts = [...(await pagesWaitingFor(database.query, member)).values()];
    return { pages: counts.reduce((sum, count) => sum + count, 0) };
  };
}

/** The same by edition; without those where none waits. */
export async function pagesWaitingFor(query: Query, member: StaffMember): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const [mayAgree, maySchedule] = [mayStaff(member.roles, 'edition.publish'), mayStaff(member.roles, 'edition.change')];
  if (!mayAgree && !maySchedule) return counts;
  const drafts = await draftsHandedIn(query);
  if (drafts.length === 0) return counts;
  const seen = new Set((await editionsFor(query, { member })).map(({ code }) => code));
  const waits = async (draft: (typeof drafts)[number]): Promise<boolean> => {
    if (draft.status === 'approved') return maySchedule;
    return mayAgree && whyNoAgreement(reviewedPage(draft, await pageAgreements(query, draft)), member) === null;
  };
  for (const draft of drafts.filter(({ edition_code: code }) => seen.has(code))) {
    if (await waits(draft)) counts.set(draft.edition_code, (counts.get(draft.edition_code) ?? 0) + 1);
  }
  return counts;
}
