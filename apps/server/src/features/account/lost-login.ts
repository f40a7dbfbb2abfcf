import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { CallRequest, SessionUser } from '../../http/handler.ts';
import { sessionTokenHash } from '../../security/session-token.ts';
import type { AccountDeps } from './account-deps.ts';
import type { Login } from './begin-session.ts';
import { originOf } from './request-origin.ts';
import { findSession } from './session-store.ts';
import * as store from './sms-code-store.ts';
import { isCode } from './sms-codes.ts';

/**
 * A login whose answer was lost on the way has used up its code, and the phone that tries again would be told that it has
 * expired. Each phone therefore makes a secret key of 128 bits per login and sends it along. With it the same code gives,
 * while it lives, the session that it began: that one moves to the phone, and no second one begins. For anybody without
 * the key a used code is worth nothing, as before; where the session has ended since, it is for everybody.
 */
export interface LoginTry extends Pick<Login, 'kind' | 'scope'> {
  readonly phone: string;
  readonly code: string;
  /** Null from a release that made none. */
  readonly clientKey: string | null;
}

const PURPOSE = 'login';

/** By the way in too: a session for claims never comes back as a full one. */
function redeemerOf(index: Core['index'], { phone, kind, clientKey }: LoginTry): Buffer {
  return index.of('login-try', `${kind}\u0000${phone}\u0000${clientKey}`);
}

/** Notes, in the login's transaction, with which key the code was used and which session it began. */
export async function noteLogin(
  { core }: Pick<AccountDeps, 'core'>,
  query: Query,
  login: LoginTry,
  begun: { readonly codeId: bigint; readonly token: string },
): Promise<void> {
  if (login.clientKey === null) return;
  await store.noteRedeemed(
    query,
    core.index.phone(login.phone),
    { purpose: PURPOSE, id: begun.codeId },
    { by: redeemerOf(core.index, login), session: sessionTokenHash(begun.token) },
  );
}

/** The session of a login that succeeded before with this very key and code, under a new token; null where there is none. */
export async function resumeLogin(
  deps: AccountDeps,
  query: Query,
  login: LoginTry,
  request: CallRequest,
): Promise<{ readonly token: string; readonly user: SessionUser } | null> {
  const { core, sessions } = deps;
  if (login.clientKey === null) return null;
  const nowMs = core.clock.now();
  const phoneIndex = core.index.phone(login.phone);
  const used = await store.tryRedeemed(query, phoneIndex, PURPOSE, redeemerOf(core.index, login), nowMs);
  if (!used || !isCode(core, { ...login, purpose: PURPOSE }, used)) return null;
  const session = await findSession(query, used.session, nowMs);
  if (!session || session.userId === null || session.userShard === null || session.phoneIndex === null) return null;
  const user: SessionUser = { id: session.userId, shard: session.userShard, phoneIndex: session.phoneIndex };
  const { kind, scope = 'full' } = login;
  const { device } = originOf(request);
  const { token } = await sessions.startForUser(query, user, used.session, { kind, device, scope });
  await noteLogin(deps, query, login, { codeId: used.id, token });
  sessions.forget(used.session);
  return { token, user };
}
