import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { beginAuthorisation } from './authorisation.ts';
import { knownOpenId } from './known-open-id.ts';

/**
 * Loop guard: a browser that was sent to the authorisation page this often and came back without openId (refused,
 * preview visitor) is told to go on without one.
 */
const LOOP_RULE: RateRule = { name: 'authorisation-loop', limit: 3, windowMs: 600_000 };

export function webAuthorisation(deps: AccountDeps): Handler<Calls['webAuthorisation']> {
  return async (input, request) => {
    const { session } = request;
    if (await knownOpenId(deps.sessions, session)) return ok({ authorised: true, authorisationUrl: null });
    if (session && !(await deps.limiter.allows(LOOP_RULE, session.tokenHash.toString('hex')))) {
      return ok({ authorised: false, authorisationUrl: null });
    }
    const begun = await beginAuthorisation(deps, request, input.state);
    return begun.ok ? ok({ authorised: false, authorisationUrl: begun.value.authorisationUrl }) : begun;
  };
}
