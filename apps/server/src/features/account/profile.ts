import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { accountView } from './account-view.ts';

export function profile(deps: AccountDeps): Handler<Calls['profile']> {
  return async (_input, request) => ok(await accountView(deps, request.user, request.session?.openId ?? null));
}
