import { whyNoAgreement } from '@huimin/domain/publishing';
import { mayStaff } from '@huimin/domain/staff';
import { seesEdition } from '../page-versions/index.ts';
import type { WaitingCounter } from '../staff/index.ts';
import type { EditionDeskDependencies } from './desk-deps.ts';
import { agreementsOf, allDrafts } from './draft-store.ts';
import { reviewedOf } from './show-edition.ts';

/** How many editions' drafts wait for somebody who may agree to them. */
export function countEditionReviews({ database }: Pick<EditionDeskDependencies, 'database'>): WaitingCounter {
  return async (member): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(member.roles, 'edition.publish')) return {};
    const drafts = await allDrafts(database.query);
    const seen = drafts.filter(({ document, status }) => status !== 'editing' && seesEdition({ member }, document));
    const open = await Promise.all(
      seen.map(async (draft) => whyNoAgreement(reviewedOf(draft, await agreementsOf(database.query, draft)), member)),
    );
    return { editions: open.filter((why) => why === null).length };
  };
}
