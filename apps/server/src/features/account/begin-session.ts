import type { AccountViewValue } from '@huimin/contract';
import { type AccountEventKind, isNewDevice } from '@huimin/domain/account';
import type { Query } from '../../db/database.ts';
import type { CallRequest, SessionUser } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { loginDevices, recordEvent } from './account-events-store.ts';
import { noteNotice } from './account-notices.ts';
import { accountPhone } from './account-phone.ts';
import { accountView } from './account-view.ts';
import { bindAlipay, bindOpenId } from './bindings-store.ts';
import { originOf } from './request-origin.ts';
import type { SessionScope } from './session-store.ts';

export interface Login {
  readonly user: SessionUser;
  readonly kind: AccountEventKind;
  readonly scope?: SessionScope;
}

/**
 * The end of every kind of login, within its transaction: a new token in place of the browser's former one, the users of
 * other apps that the browser brought along bound to the phone, and a line in the account's history. A kind of device that it
 * was never used from is told to its owner.
 */
export async function beginSession(
  deps: AccountDeps,
  query: Query,
  login: Login,
  request: CallRequest,
): Promise<string> {
  const { core, sessions } = deps;
  const { user, kind, scope = 'full' } = login;
  const origin = originOf(request);
  const nowMs = core.clock.now();
  const previous = request.session?.tokenHash ?? null;
  const begun = await sessions.startForUser(query, user, previous, { kind, device: origin.device, scope });
  if (isNewDevice(origin.device, await loginDevices(query, user))) {
    const phone = await accountPhone(core, user, query);
    await noteNotice(core, query, user.shard, phone, `在新设备登录（${origin.device}）`, { accountId: user.id });
  }
  await recordEvent(core, query, user, kind, origin);
  if (scope === 'full') {
    if (begun.openId !== null && (await bindOpenId(core, query, user, begun.openId, nowMs))) {
      await recordEvent(core, query, user, 'wechat-bound', origin);
    }
    if (begun.alipayUser !== null && (await bindAlipay(core, query, user, begun.alipayUser, nowMs))) {
      await recordEvent(core, query, user, 'alipay-bound', origin);
    }
  }
  return begun.token;
}

/** After the login's transaction: hands the token to the browser and answers who is logged in. */
export async function greet(
  deps: AccountDeps,
  login: { readonly user: SessionUser; readonly token: string },
  request: CallRequest,
): Promise<AccountViewValue> {
  if (request.session) deps.sessions.forget(request.session.tokenHash);
  request.setSessionToken(login.token);
  return accountView(deps, login.user);
}
