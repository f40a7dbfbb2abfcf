import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { recordEvent } from './account-events-store.ts';
import { originOf } from './request-origin.ts';

/** Ends the session at the server and clears the cookie; without a session it is a success too. */
export function logout(deps: AccountDeps): Handler<Calls['logout']> {
  return async (_input, request) => {
    const { session } = request;
    if (session) {
      await deps.sessions.end(session.tokenHash);
      if (session.user)
        await recordEvent(deps.core, deps.core.database.query, session.user, 'logout', originOf(request));
    }
    request.setSessionToken(null);
    return ok({});
  };
}
