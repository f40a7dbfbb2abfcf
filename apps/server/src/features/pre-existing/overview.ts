import type { Calls, PreExistingOverviewValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { maskMiddle } from '@huimin/domain/person';
import { mayAskAbout } from '@huimin/domain/pre-existing';
import { type Handler, ok } from '../../http/handler.ts';
import { ownPeople, type StoredMember } from '../insured/index.ts';
import { type Lookup, lookupsOf } from './lookup-store.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import { queriesOf } from './query-store.ts';
import { queryViews } from './query-view.ts';
import { standingOf } from './standing.ts';

const LOOKUPS_SHOWN = 50;

/** Everything the screen begins with. Before somebody has shown who they are there is nothing to see. */
export function preExistingOverview(deps: PreExistingDependencies): Handler<Calls['preExistingOverview']> {
  return async (_input, request) => {
    const ways = [...deps.registries.keys()];
    const { session } = request;
    const user = session?.user ?? null;
    const whole = user !== null && session?.settlementOnly !== true;
    const standing = user && (await standingOf(deps, { user, session }));
    if (!user || !standing) {
      return ok({ ways, loggedIn: user !== null, whole, self: null, children: [], queries: [], lookups: [] });
    }
    const children = whole ? await minorChildren(deps, user) : [];
    return ok({
      ways,
      loggedIn: true,
      whole,
      self: {
        name: standing.name,
        idNumberMasked: maskMiddle(standing.idNumber),
        provenUntil: formatDateTime(standing.untilMs),
      },
      children: children.map(({ memberNo, details }) => ({
        memberId: memberNo,
        name: details.name,
        idNumberMasked: maskMiddle(details.idNumber),
      })),
      queries: await queryViews(deps, await queriesOf(deps.database.query, user, standing.personIndex)),
      lookups: await lookups(deps, standing.personIndex),
    });
  };
}

async function minorChildren(
  deps: PreExistingDependencies,
  user: Parameters<typeof ownPeople>[1],
): Promise<StoredMember[]> {
  const nowMs = deps.clock.now();
  const people = await ownPeople(deps, user);
  return people.filter(({ relationship, details }) => mayAskAbout({ relationship, ...details }, nowMs) === 'guardian');
}

/** Only what was asked about oneself: who keeps a child's number is not thereby told who else asked about it. */
async function lookups(
  deps: PreExistingDependencies,
  personIndex: Buffer,
): Promise<PreExistingOverviewValue['lookups']> {
  const found = await lookupsOf(deps, personIndex);
  return found.slice(0, LOOKUPS_SHOWN).map(({ atMs, who, how }: Lookup) => ({
    at: formatDateTime(atMs),
    who,
    how,
  }));
}
