import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';

/** Ends the session at the server and clears the cookie; without a session it is a success too. */
export function logout(deps: AccountDeps): Handler<Calls['logout']> {
  return async (_input, request) => {
    if (request.session) await deps.sessions.end(request.session.tokenHash);
    request.setSessionToken(null);
    return ok({});
  };
}
