import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { shardOfUser } from '../../security/order-ids.ts';
import type { AccountDeps } from './account-deps.ts';
import { beginSession, greet, type Login } from './begin-session.ts';
import { randomId } from './login-code.ts';
import { disagreement, type LoginDocuments, loginDocuments } from './login-documents.ts';
import { noteLogin, resumeLogin } from './lost-login.ts';
import { type CodeCheck, codeRefusal, findCode, useUpCodes } from './sms-codes.ts';
import * as users from './user-store.ts';

const ADDRESS_RULE: RateRule = { name: 'login-address', limit: 600, windowMs: 600_000 };

interface PhoneLogin extends Pick<Login, 'kind' | 'scope'> {
  /** Who may come in this way; absent: everybody, and a new phone gets an account. */
  readonly admits?: (user: SessionUser) => Promise<boolean>;
}

type Outcome = { readonly token: string; readonly user: SessionUser } | Exclude<CodeCheck, 'right'> | 'not-admitted';

const NOT_ADMITTED = '这个手机号没有往年的参保记录。换一个手机号，或者用验证码登录后重新参保';

/** A login with phone and code, which gives the browser a new session token. */
export function phoneLogin(deps: AccountDeps, way: PhoneLogin): Handler<Calls['loginBySms']> {
  const { core } = deps;

  /** Code, user, agreements and session stand or fall together; a wrong try is kept. */
  async function logIn(
    input: { phone: string; code: string; clientKey?: string },
    agreed: LoginDocuments,
    request: CallRequest,
  ): Promise<Outcome> {
    const nowMs = core.clock.now();
    const phoneIndex = core.index.phone(input.phone);
    const known = way.admits ? await users.findByPhone(core.database.query, phoneIndex) : null;
    const admitted = !way.admits || (known !== null && (await way.admits(known)));
    return core.database.transaction(async (query) => {
      const subject = { phone: input.phone, purpose: 'login' } as const;
      const login = { ...way, phone: input.phone, code: input.code, clientKey: input.clientKey ?? null };
      const found = await findCode(core, query, { ...subject, code: input.code }, nowMs);
      if (typeof found === 'string') return (await resumeLogin(deps, query, login, request)) ?? found;
      // The code is kept: it may be used for the login that everybody has.
      if (!admitted) return 'not-admitted';
      await useUpCodes(core, query, subject, nowMs);
      const id = randomId(core.random);
      const user = await users.registerOrFind(query, {
        phoneIndex,
        id,
        shard: shardOfUser(id),
        phoneSealed: core.vault.seal('phone', input.phone),
        nowMs,
      });
      await users.recordAgreements(query, user, agreed.editionCode, agreed.documents, nowMs);
      const token = await beginSession(deps, query, { ...way, user }, request);
      await noteLogin(deps, query, login, { codeId: found.id, token });
      return { token, user };
    });
  }

  return async (input, request) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    const current = loginDocuments(deps.editions);
    // Before the code is used up: whoever has to agree again keeps it.
    const disagreed = disagreement(input.agreedDocuments, current);
    if (disagreed) return disagreed;
    const result = await logIn(input, current, request);
    if (result === 'not-admitted') return fail('not-found', NOT_ADMITTED);
    if (typeof result === 'string') return codeRefusal(result);
    return ok(await greet(deps, result, request));
  };
}

/** Logs in with phone and code, and registers a new phone. */
export function loginBySms(deps: AccountDeps): Handler<Calls['loginBySms']> {
  return phoneLogin(deps, { kind: 'login-sms' });
}

/** The same for whoever only wants to look at claims and settlements: the session reaches no further, and ends soon. */
export function settleLogin(deps: AccountDeps): Handler<Calls['settleLogin']> {
  return phoneLogin(deps, { kind: 'login-settle', scope: 'settle' });
}

/** Policyholders of earlier editions only. */
export function loginWithHistoryHolder(deps: AccountDeps): Handler<Calls['loginWithHistoryHolder']> {
  return phoneLogin(deps, { kind: 'login-history-holder', admits: (user) => deps.orders.hasEarlier(user) });
}
