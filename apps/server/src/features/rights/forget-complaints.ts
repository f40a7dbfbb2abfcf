import { complaintKeptUntilMs } from '@huimin/domain/evidence';
import { type ComplaintPlace, complaintsFrom, forgetComplaint } from '../complaints/index.ts';
import { contractOf, type Forgetting, type ForgettingDependencies } from './forgetting-deps.ts';

/**
 * Complaints whose own time is over: a dispute's from its end, or from its last answer where nobody closed it, and not before the
 * papers of its contract.
 */
export function pastComplaints(deps: ForgettingDependencies): Forgetting<ComplaintPlace, ComplaintPlace> {
  return {
    what: 'complaint',
    first: { shard: -1, id: 0n },
    async next(from, limit) {
      const { ended, last } = await complaintsFrom(deps.database.query, from, limit);
      const due = ended.filter(({ edition, endedAtMs }) => {
        const contract = edition === null ? null : contractOf(deps.editions.edition(edition));
        // Of an edition that nobody knows any more nobody knows the time.
        if (edition !== null && contract === null) return false;
        return complaintKeptUntilMs({ contract, endedAtMs }, deps.retentionNumbers) <= deps.clock.now();
      });
      return { due, last };
    },
    nameOf: ({ id }) => String(id),
    forget: (inside, place) => forgetComplaint(deps, inside, place),
  };
}
