import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok, type Session, type SessionUser } from '../../http/handler.ts';
import { shardOfUser } from '../../security/order-ids.ts';
import { sessionTokenHash } from '../../security/session-token.ts';
import type { AccountDeps } from './account-deps.ts';
import { accountView } from './account-view.ts';
import { randomId } from './login-code.ts';
import { type LoginDocuments, loginDocuments } from './login-documents.ts';
import { type CodeCheck, checkCode, codeRefusal } from './sms-codes.ts';
import * as users from './user-store.ts';

const ADDRESS_RULE: RateRule = { name: 'login-address', limit: 600, windowMs: 600_000 };

/** Logs in with phone and code, registers a new phone, and gives the browser a new session token. */
export function loginBySms(deps: AccountDeps): Handler<Calls['loginBySms']> {
  const { core, sessions } = deps;

  /** Code, user, agreements and session stand or fall together; a wrong try is kept. */
  async function logIn(
    input: { phone: string; code: string },
    agreed: LoginDocuments,
    previous: Session | null,
  ): Promise<{ token: string; user: SessionUser } | Exclude<CodeCheck, 'right'>> {
    const nowMs = core.clock.now();
    return core.database.transaction(async (query) => {
      const check = await checkCode(core, query, { ...input, purpose: 'login' }, nowMs);
      if (check !== 'right') return check;
      const id = randomId(core.random);
      const user = await users.registerOrFind(query, {
        phoneIndex: core.index.phone(input.phone),
        id,
        shard: shardOfUser(id),
        phoneSealed: core.vault.seal('phone', input.phone),
        nowMs,
      });
      await users.recordAgreements(query, user, agreed.editionCode, agreed.documents, nowMs);
      return { token: await sessions.startForUser(query, user, previous?.tokenHash ?? null), user };
    });
  }

  return async (input, request) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    // Before the code is used up: whoever has to agree again keeps it.
    const current = loginDocuments(deps.editions);
    if (!agreesTo(input.agreedDocuments, current)) {
      return fail('documents-changed', '请阅读并同意最新的协议后再登录', { documents: current.documents });
    }
    const result = await logIn(input, current, request.session);
    if (typeof result === 'string') return codeRefusal(result);
    if (request.session) sessions.forget(request.session.tokenHash);
    request.setSessionToken(result.token);
    const session = await sessions.findFresh(sessionTokenHash(result.token));
    return ok(await accountView(deps, result.user, session?.openId ?? null));
  };
}

function agreesTo(given: readonly users.Agreement[], current: LoginDocuments): boolean {
  return current.documents.every((document) =>
    given.some((entry) => entry.key === document.key && entry.version === document.version),
  );
}
