import type { Calls } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { recordEvent } from './account-events-store.ts';
import { openIdOf, releaseAlipay, releaseOpenId } from './bindings-store.ts';
import { originOf } from './request-origin.ts';
import { forgetOpenIds } from './session-store.ts';

/** Which user of the messaging app is bound to the phone, and whether it is this browser's. */
export function queryOpenId(deps: AccountDeps): Handler<Calls['queryOpenId']> {
  return async (_input, { user, session }) => {
    const bound = await openIdOf(deps.core, deps.core.database.query, user.id);
    return ok({
      openId: bound?.openId ?? null,
      boundAt: bound ? formatDateTime(bound.boundAtMs) : null,
      boundHere: bound !== null && bound.openId === session?.openId,
    });
  };
}

/** Releases the other app's user from the phone; every browser of the account forgets who that was. */
export function unbind(deps: AccountDeps): Handler<Calls['unbind']> {
  const { core, sessions } = deps;
  return async ({ channel = 'wechat' }, request) => {
    const { user } = request;
    const forgotten: Buffer[] = [];
    const released = await core.database.transaction(async (query) => {
      const done = channel === 'wechat' ? await releaseOpenId(query, user.id) : await releaseAlipay(query, user.id);
      if (done) await recordEvent(core, query, user, `${channel}-unbound`, originOf(request));
      if (channel === 'wechat') forgotten.push(...(await forgetOpenIds(query, user.id)));
      return done;
    });
    for (const tokenHash of forgotten) sessions.forget(tokenHash);
    return ok({ released });
  };
}
