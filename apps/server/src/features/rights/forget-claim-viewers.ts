import { byteas } from '../../db/binary-array.ts';
import { type ClaimViewerMark, forgetViewer, knownClaimants, type ViewerPlace, viewersFrom } from '../claims/index.ts';
import type { Forgetting, ForgettingDependencies } from './forgetting-deps.ts';

/**
 * Whom an account said to be, to look at that person's claims: name and number go once nothing is left to look at, that is, when no
 * claim and no policy of that person is known any more.
 */
export function pastClaimViewers({ database }: ForgettingDependencies): Forgetting<ViewerPlace, ClaimViewerMark> {
  const { query } = database;
  return {
    what: 'claim-viewer',
    first: { shard: -1, userId: 0n },
    async next(from, limit) {
      const viewers = await viewersFrom(query, from, limit);
      const people = viewers.map(({ person }) => person);
      const insured = await query<{ person: Buffer }>(
        'select distinct person_index as person from policies_by_person where person_index = any($1::bytea[])',
        [byteas(people)],
      );
      const known = new Set(insured.map(({ person }) => person.toString('hex')));
      const claiming = await knownClaimants(query, people);
      const due = viewers.filter(({ person }) => {
        const hash = person.toString('hex');
        return !known.has(hash) && !claiming.has(hash);
      });
      return { due, last: viewers.length === limit ? (viewers.at(-1) ?? null) : null };
    },
    nameOf: ({ userId }) => String(userId),
    forget: forgetViewer,
  };
}
