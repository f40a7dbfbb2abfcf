import type { Calls } from '@huimin/contract';
import type { Handler } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { beginAuthorisation } from './authorisation.ts';

/** The current address comes in as `state`; what travels is a short random one. */
export function buildAuthorisationUrl(deps: AccountDeps): Handler<Calls['buildAuthorisationUrl']> {
  return (input, request) => beginAuthorisation(deps, request, input.state);
}
