import { whyNoAgreement } from '@huimin/domain/publishing';
import { mayStaff } from '@huimin/domain/staff';
import { seesEdition } from '../page-versions/index.ts';
import type { WaitingCounter } from '../staff/index.ts';
import type { EditionDeskDependencies } from './desk-deps.ts';
import { agreementsOf, allDrafts } from './draft-store.ts';
import { reviewedOf } from './show-edition.ts';

/** How many editions' drafts wait for somebody: to be agreed to, or, once two have agreed, to be given a time. */
export function countEditionReviews({ database }: Pick<EditionDeskDependencies, 'database'>): WaitingCounter {
  return async (member): Promise<Readonly<Record<string, number>>> => {
    const [mayAgree, maySchedule] = [
      mayStaff(member.roles, 'edition.publish'),
      mayStaff(member.roles, 'edition.change'),
    ];
    if (!mayAgree && !maySchedule) return {};
    const drafts = await allDrafts(database.query);
    const seen = drafts.filter(({ document, status }) => status !== 'editing' && seesEdition({ member }, document));
    const waits = async (draft: (typeof seen)[number]): Promise<boolean> => {
      if (draft.status === 'approved') return maySchedule;
      return mayAgree && whyNoAgreement(reviewedOf(draft, await agreementsOf(database.query, draft)), member) === null;
    };
    return { editions: (await Promise.all(seen.map(waits))).filter(Boolean).length };
  };
}
