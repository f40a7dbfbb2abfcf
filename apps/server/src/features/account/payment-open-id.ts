import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { knownOpenId } from './known-open-id.ts';

/** The openId of this browser, or null. */
export function paymentOpenId(deps: AccountDeps): Handler<Calls['paymentOpenId']> {
  return async (_input, { session }) => ok({ openId: await knownOpenId(deps.sessions, session) });
}
