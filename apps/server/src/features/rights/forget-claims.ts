import { claimKeptUntilMs } from '@huimin/domain/evidence';
import { type ClaimPlace, type ClaimsOfYear, claimsEndedOn, claimsFrom, forgetClaims } from '../claims/index.ts';
import { contractOf, type Forgetting, type ForgettingDependencies } from './forgetting-deps.ts';
import { pastEditions } from './past-editions.ts';

/** Claims whose own time is over: as long as insurance papers are kept, from the end of the cover or of the claim, whichever is later. */
export function pastClaims(deps: ForgettingDependencies): Forgetting<ClaimPlace, ClaimsOfYear> {
  const { query } = deps.database;
  return {
    what: 'claim',
    first: { shard: -1, caseNo: '' },
    async next(from, limit) {
      const codes = pastEditions(deps);
      if (codes.length === 0) return { due: [], last: null };
      const { years, last } = await claimsFrom(query, from, codes, limit);
      const due: ClaimsOfYear[] = [];
      for (const year of years) {
        const contract = contractOf(deps.editions.edition(year.edition));
        const endedOn = await claimsEndedOn(query, year);
        if (contract === null || endedOn === null) continue;
        if (claimKeptUntilMs({ contract, endedOn }, deps.retentionNumbers) <= deps.clock.now()) due.push(year);
      }
      return { due, last };
    },
    nameOf: ({ person, edition }) => `${person.toString('hex').slice(0, 12)} ${edition}`,
    forget: (inside, year) => forgetClaims(deps, inside, year),
  };
}
