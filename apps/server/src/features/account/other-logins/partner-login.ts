import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../../http/handler.ts';
import { shardOfUser } from '../../../security/order-ids.ts';
import type { AccountDeps } from '../account-deps.ts';
import { beginSession, greet } from '../begin-session.ts';
import { randomId } from '../login-code.ts';
import { disagreement, loginDocuments } from '../login-documents.ts';
import { recordAgreements, registerOrFind } from '../user-store.ts';
import { readPartnerToken } from './partner-token.ts';

const ADDRESS_RULE: RateRule = { name: 'partner-address', limit: 600, windowMs: 600_000 };
/** The specification's words for a partner's visitor without a phone; nothing else happens then. */
const NO_PHONE = '请先登录';
const REFUSED = '合作平台的登录已失效，请从合作平台重新进入';

/** Logs in with a token that a partner signed for a phone it has verified; each token once. */
export function partnerLogin(deps: AccountDeps): Handler<Calls['partnerLogin']> {
  const { core, partner } = deps;
  return async (input, request) => {
    if (!partner) return fail('switched-off', '合作平台登录没有开通，请用手机号登录');
    if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    const nowMs = core.clock.now();
    const claims = readPartnerToken(input.token, partner, deps.publicOrigin, nowMs);
    if (typeof claims === 'string') {
      core.log.warn({ fault: claims }, 'partner token refused');
      return fail('login-refused', REFUSED);
    }
    const { phone } = claims;
    if (phone === null) return fail('bad-input', NO_PHONE, { fields: [{ path: 'token', message: NO_PHONE }] });
    const current = loginDocuments(deps.editions);
    const disagreed = disagreement(input.agreedDocuments, current);
    if (disagreed) return disagreed;
    const login = await core.database.transaction(async (query) => {
      const tokenIndex = core.index.of('partner-token', `${partner.issuer} ${claims.tokenId}`);
      const fresh = await query(
        `insert into partner_tokens (token_index, expires_at) values ($1, $2)
         on conflict (token_index) do nothing returning 1 as fresh`,
        [tokenIndex, new Date(claims.expiresAtMs)],
      );
      if (fresh.length === 0) return null;
      const id = randomId(core.random);
      const user = await registerOrFind(query, {
        phoneIndex: core.index.phone(phone),
        id,
        shard: shardOfUser(id),
        phoneSealed: core.vault.seal('phone', phone),
        nowMs,
      });
      await recordAgreements(query, user, current.editionCode, current.documents, nowMs);
      return { user, token: await beginSession(deps, query, { user, kind: 'login-partner' }, request) };
    });
    return login ? ok(await greet(deps, login, request)) : fail('login-refused', REFUSED);
  };
}
