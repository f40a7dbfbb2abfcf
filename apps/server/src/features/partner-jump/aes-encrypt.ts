import type { Calls } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { isAllowedPartner } from '../sharing/index.ts';
import type { JumpDependencies } from './jump-deps.ts';
import { sealToken } from './seal-token.ts';
import { tokenPurpose } from './token-purposes.ts';

const RULE: RateRule = { name: 'partner-token', limit: 30, windowMs: 600_000 };
const TOKEN_NO_BYTES = 12;
const NOT_OFFERED = '没有这个合作页面，请从首页进入';

/** Seals what a partner may know of the visitor: nobody gets anything of their own sealed or opened here. */
export function aesEncrypt(deps: JumpDependencies): Handler<Calls['aesEncrypt']> {
  return async ({ purpose, productId }, { user }) => {
    const [key] = deps.tokenKeys ?? [];
    if (!key) return fail('switched-off', NOT_OFFERED);
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    const known = await tokenPurpose(deps.database.query, purpose);
    const edition = deps.editions.edition(productId);
    if (!known?.isActive || !isAllowedPartner(deps, known.url) || !edition) return fail('not-found', NOT_OFFERED);
    const issuedAt = Math.floor(deps.clock.now() / 1000);
    const expiresAt = issuedAt + known.lifeSeconds;
    const token = sealToken(
      key,
      {
        ...{ purpose: known.purpose, product: edition.code, issuedAt, expiresAt },
        // Another number at each partner, so that two of them cannot tell that it is the same person.
        outerId: deps.index.of('partner-token', `${known.purpose}\u0000${user.id}`).toString('hex'),
        tokenNo: deps.random.bytes(TOKEN_NO_BYTES).toString('hex'),
      },
      deps.random.bytes,
    );
    const target = new URL(known.url);
    target.searchParams.set('token', token);
    return ok({
      ...{ purpose: known.purpose, name: known.name, host: target.host, token, url: target.href },
      expiresAt: formatDateTime(expiresAt * 1000),
    });
  };
}
