import type { Calls } from '@huimin/contract';
import { isAdultAt } from '@huimin/domain/person';
import { POLICY_STATUS, shownPolicyStatus } from '@huimin/domain/policy';
import { continuity } from '@huimin/domain/pre-existing';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { factsOfPerson } from '../policy-search/index.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import { standingOf } from './standing.ts';

/** Policies of these states cover nobody any more, or never did. */
const GONE: readonly number[] = [POLICY_STATUS.cancelled, POLICY_STATUS.issuingFailed, POLICY_STATUS.terminated];

/**
 * The policies of a person year by year, whoever bought them, and how they follow one another. For the asker's own
 * person, or for a minor child of theirs; of a child only what the asker bought.
 */
export function queryHistoryPolicy(deps: PreExistingDependencies): Handler<Calls['queryHistoryPolicy']> {
  return async ({ memberId }, request) => {
    const standing = await standingOf(deps, request);
    if (!standing) return fail('proof-required', '请先核对是不是您本人，再查');
    let { personIndex, name } = standing;
    let boughtBy: bigint | null = null;
    if (memberId !== undefined) {
      if (request.session?.settlementOnly) return fail('not-logged-in');
      const child = (await deps.loadMembers(request.user, [memberId])).get(memberId);
      const isMinor = child?.relationship === '03' && !isAdultAt(child.details.birthDate, deps.clock.now());
      if (!child || !isMinor) return fail('not-found', '没有找到这位家人，或者不能由您查');
      personIndex = child.personIndex;
      name = child.details.name;
      boughtBy = request.user.id;
    }
    const found = (await factsOfPerson(deps, personIndex, boughtBy)).filter(({ status }) => !GONE.includes(status));
    const { continues, inARow } = continuity(found);
    return ok({
      name,
      yearsInARow: inARow,
      policies: found.map((policy, index) => ({
        ...policy,
        statusText: shownPolicyStatus(policy.status).label,
        continues: continues[index] === true,
      })),
    });
  };
}
