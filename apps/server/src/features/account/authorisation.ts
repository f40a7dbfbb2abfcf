import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, ok, type Reply, type Session } from '../../http/handler.ts';
import { sessionTokenHash } from '../../security/session-token.ts';
import type { AccountDeps } from './account-deps.ts';
import * as store from './authorisation-store.ts';
import { ownReturnAddress } from './return-address.ts';

/** Where the messaging app sends the browser back to; its host is the registered authorisation domain. */
export const RETURN_PATH = '/wechat/return';
const STATE_LIFE_MS = 10 * 60_000;
const STATE_BYTES = 16;
/** New browsers without a cookie, per address; states and codes, per browser. */
const VISITOR_RULE: RateRule = { name: 'visitor-address', limit: 2_000, windowMs: 600_000 };
const STATE_RULE: RateRule = { name: 'authorisation-state', limit: 30, windowMs: 600_000 };
const CODE_RULE: RateRule = { name: 'authorisation-code', limit: 30, windowMs: 600_000 };

type SetToken = (token: string | null) => void;

/**
 * Keeps the address under a short random state that only this browser can redeem (a visitor session is made when it
 * has none) and answers the authorisation page's address.
 */
export async function beginAuthorisation(
  deps: AccountDeps,
  request: { session: Session | null; clientAddress: string; setSessionToken: SetToken },
  address: string,
): Promise<Reply<{ authorisationUrl: string }>> {
  const returnTo = ownReturnAddress(address, deps.publicOrigin);
  if (returnTo === null) return fail('bad-input', '返回地址不是本站页面，请重新打开页面');
  let sessionHash = request.session?.tokenHash;
  if (sessionHash) {
    if (!(await deps.limiter.allows(STATE_RULE, sessionHash.toString('hex')))) return fail('too-many-requests');
  } else {
    if (!(await deps.limiter.allowsAddress(VISITOR_RULE, request.clientAddress))) return fail('too-many-requests');
    const token = await deps.sessions.startVisitor();
    request.setSessionToken(token);
    sessionHash = sessionTokenHash(token);
  }
  const { clock, database, random } = deps.core;
  const nowMs = clock.now();
  const state = random.bytes(STATE_BYTES).toString('hex');
  await store.insertState(database.query, { state, sessionHash, returnTo, nowMs, expiresAtMs: nowMs + STATE_LIFE_MS });
  return ok({ authorisationUrl: deps.messagingApp.authorisationUrl(`${deps.publicOrigin}${RETURN_PATH}`, state) });
}

export type Redemption =
  | { readonly kind: 'bound'; readonly openId: string; readonly returnTo: string }
  /** Refused, a preview visitor, or not this browser's state: nothing bound; `returnTo` when the state is known. */
  | {
      readonly kind: 'not-bound';
      readonly reason: 'state' | 'refused' | 'code' | 'snapshot';
      readonly returnTo: string | null;
    }
  | { readonly kind: 'busy'; readonly returnTo: string };

/**
 * Exchanges the code of an authorisation and binds the openId to this browser's session. Each code goes to the
 * provider once; a reload or a second tab with the same state within ten minutes gets what is bound already.
 */
export async function redeemCode(
  deps: AccountDeps,
  session: Session | null,
  given: { code: string | null; state: string },
): Promise<Redemption> {
  const { clock, database, log } = deps.core;
  const entry = await store.findState(database.query, given.state, clock.now());
  // A state of another browser would bind a stranger's openId here.
  if (!entry || !session || !entry.sessionHash?.equals(session.tokenHash)) {
    return { kind: 'not-bound', reason: 'state', returnTo: entry?.returnTo ?? null };
  }
  const { returnTo } = entry;
  const bound = async (): Promise<Redemption | null> => {
    const openId = (await deps.sessions.findFresh(session.tokenHash))?.openId;
    return openId ? { kind: 'bound', openId, returnTo } : null;
  };
  if (entry.used) return (await bound()) ?? { kind: 'not-bound', reason: 'code', returnTo };
  if (!given.code) return { kind: 'not-bound', reason: 'refused', returnTo };
  if (!(await deps.limiter.allows(CODE_RULE, session.tokenHash.toString('hex')))) return { kind: 'busy', returnTo };

  const result = await deps.messagingApp.exchangeCode(given.code);
  if (result.kind === 'busy') return { kind: 'busy', returnTo };
  if (result.kind === 'code-refused') {
    log.warn({ providerCode: result.code }, 'authorisation code refused');
    // The same code may have been redeemed a moment ago by the other half of a double load.
    return (await bound()) ?? { kind: 'not-bound', reason: 'code', returnTo };
  }
  if (result.snapshotUser) return { kind: 'not-bound', reason: 'snapshot', returnTo };
  if (!(await deps.sessions.bindOpenId(session.tokenHash, result.openId))) {
    return { kind: 'not-bound', reason: 'state', returnTo };
  }
  await store.markStateUsed(database.query, given.state, clock.now());
  return { kind: 'bound', openId: result.openId, returnTo };
}
