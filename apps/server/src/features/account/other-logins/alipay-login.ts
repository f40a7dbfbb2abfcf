import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../../http/handler.ts';
import { sessionTokenHash } from '../../../security/session-token.ts';
import type { AccountDeps } from '../account-deps.ts';
import * as states from '../authorisation-store.ts';
import { beginSession, greet } from '../begin-session.ts';
import { accountOfAlipay } from '../bindings-store.ts';
import { disagreement, type LoginDocuments, loginDocuments } from '../login-documents.ts';
import { ownReturnAddress } from '../return-address.ts';
import { storePendingAlipay } from '../session-store.ts';
import { findByIds, noteLogin, recordAgreements } from '../user-store.ts';

/** Where Alipay's page sends the browser back to. */
export const ALIPAY_RETURN_PATH = '/alipay/return';
const STATE_LIFE_MS = 10 * 60_000;
const STATE_BYTES = 16;
const VISITOR_RULE: RateRule = { name: 'visitor-address', limit: 2_000, windowMs: 600_000 };
const CODE_RULE: RateRule = { name: 'alipay-code', limit: 30, windowMs: 600_000 };
const LOST = '支付宝授权已失效，请重新授权';
const OFF = '支付宝登录没有开通，请用手机号登录';

/** Keeps what was agreed to and where to come back under a state that only this browser can redeem. */
export function beginAlipayLogin(deps: AccountDeps): Handler<Calls['beginAlipayLogin']> {
  const { core, alipayLogin } = deps;
  return async (input, request) => {
    if (!alipayLogin) return fail('switched-off', OFF);
    const returnTo = ownReturnAddress(input.returnTo, deps.publicOrigin);
    if (returnTo === null) return fail('bad-input', '返回地址不是本站页面，请重新打开页面');
    const current = loginDocuments(deps.editions);
    const disagreed = disagreement(input.agreedDocuments, current);
    if (disagreed) return disagreed;
    if (!(await deps.limiter.allowsAddress(VISITOR_RULE, request.clientAddress))) return fail('too-many-requests');
    let sessionHash = request.session?.tokenHash;
    if (!sessionHash) {
      const token = await deps.sessions.startVisitor();
      request.setSessionToken(token);
      sessionHash = sessionTokenHash(token);
    }
    const nowMs = core.clock.now();
    const state = core.random.bytes(STATE_BYTES).toString('hex');
    await states.insertState(core.database.query, {
      ...{ state, sessionHash, returnTo, nowMs, expiresAtMs: nowMs + STATE_LIFE_MS },
      ...{ channel: 'alipay', agreed: current },
    });
    return ok({ authorisationUrl: alipayLogin.authorisationUrl(`${deps.publicOrigin}${ALIPAY_RETURN_PATH}`, state) });
  };
}

/**
 * Exchanges Alipay's code for who this is. A bound user is logged in; one who is not stays with this browser until a login
 * by phone binds them.
 */
export function alipayLogin(deps: AccountDeps): Handler<Calls['alipayLogin']> {
  const { core } = deps;
  return async (input, request) => {
    if (!deps.alipayLogin) return fail('switched-off', OFF);
    const { session } = request;
    const nowMs = core.clock.now();
    const entry = await states.findState(core.database.query, input.state, nowMs, 'alipay');
    // A state of another browser would log a stranger in here.
    if (!entry || entry.used || !session || !entry.sessionHash?.equals(session.tokenHash)) {
      return fail('login-refused', LOST);
    }
    if (!(await deps.limiter.allows(CODE_RULE, session.tokenHash.toString('hex')))) return fail('too-many-requests');
    const result = await deps.alipayLogin.exchangeCode(input.authCode);
    if (result.kind === 'busy') return fail('provider-busy', '支付宝暂时没有回应，请稍后再试');
    if (result.kind === 'code-refused') {
      core.log.warn({ providerCode: result.code }, 'Alipay code refused');
      return fail('login-refused', LOST);
    }
    if (!(await states.takeState(core.database.query, input.state, nowMs))) return fail('login-refused', LOST);
    const id = await accountOfAlipay(core, core.database.query, result.alipayUser);
    const [user] = id === null ? [] : await findByIds(core.database.query, [id]);
    if (!user) {
      const sealed = core.vault.seal('alipay-user', result.alipayUser);
      await storePendingAlipay(core.database.query, session.tokenHash, sealed);
      return ok({ account: null, returnTo: entry.returnTo });
    }
    const agreed = entry.agreed as LoginDocuments;
    const token = await core.database.transaction(async (query) => {
      await noteLogin(query, user, nowMs);
      await recordAgreements(query, user, agreed.editionCode, agreed.documents, nowMs);
      return beginSession(deps, query, { user, kind: 'login-alipay' }, request);
    });
    return ok({ account: await greet(deps, { user, token }, request), returnTo: entry.returnTo });
  };
}
