import { beijingText } from '../clock/beijing-time.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AlipayError } from './alipay-error.ts';
import type { Buyer, BuyerBook } from './buyer-book.ts';
import type { Fields } from './signing.ts';

const CODE_LIFE_MS = 3 * 60_000;
const TOKEN_LIFE_S = 1_296_000;
const REFRESH_LIFE_S = 2_592_000;

export type AlipayScope = 'auth_base' | 'auth_user';

type Code = { buyer: Buyer; scope: AlipayScope; expiresAtMs: number };
type Token = Code & { accessToken: string; refreshToken: string; startedAtMs: number };

export type LoginBook = {
  /** A code that can be exchanged once within three minutes. */
  issueCode(buyer: Buyer, scope: AlipayScope): string;
  /** The node of `alipay.system.oauth.token`. Throws 40002 `isv.code-invalid` or `isv.refresh-token-invalid`. */
  exchange(fields: Fields): Record<string, unknown>;
  /** The fields of `alipay.user.info.share`. Throws 20001 for a token that is not valid (any more). */
  profile(accessToken: string): Record<string, unknown>;
  reset(): void;
};

/** Codes and tokens of user authorisation. */
export function createLoginBook({ clock, faults, random }: SandboxParts, buyers: BuyerBook): LoginBook {
  const codes = new Map<string, Code>();
  faults.offer('alipay', 'oauth.exchange', ['code_expired']);
  faults.offer('alipay', 'oauth.userinfo', ['token_expired_early']);
  const tokens = new Map<string, Token>();
  const identity = (buyer: Buyer) => buyers.identity(buyer, { userId: 'user_id', openId: 'open_id' });

  const start = (buyer: Buyer, scope: AlipayScope): Record<string, unknown> => {
    const token: Token = {
      buyer,
      scope,
      accessToken: `auth${scope === 'auth_user' ? 'use' : 'bas'}B${random.hex(32)}`,
      refreshToken: `auth${scope === 'auth_user' ? 'use' : 'bas'}R${random.hex(32)}`,
      startedAtMs: clock.now(),
      expiresAtMs: clock.now() + TOKEN_LIFE_S * 1000,
    };
    tokens.set(token.accessToken, token);
    return {
      ...identity(buyer),
      access_token: token.accessToken,
      expires_in: TOKEN_LIFE_S,
      refresh_token: token.refreshToken,
      re_expires_in: REFRESH_LIFE_S,
      auth_start: beijingText(token.startedAtMs),
    };
  };

  return {
    issueCode: (buyer, scope) => {
      const code = random.hex(32);
      codes.set(code, { buyer, scope, expiresAtMs: clock.now() + CODE_LIFE_MS });
      return code;
    },
    exchange: (fields) => {
      const type = fields.grant_type;
      if (!type) throw new AlipayError('40001', 'isv.missing-grant-type', '缺少grant_type');
      if (type === 'refresh_token') {
        const found = [...tokens.values()].find((token) => token.refreshToken === fields.refresh_token);
        if (!found || clock.now() >= found.startedAtMs + REFRESH_LIFE_S * 1000)
          throw new AlipayError('40002', 'isv.refresh-token-invalid', '刷新令牌refresh_token无效');
        tokens.delete(found.accessToken);
        return start(found.buyer, found.scope);
      }
      if (type !== 'authorization_code')
        throw new AlipayError('40002', 'isv.grant-type-invalid', 'grant_type参数不正确');
      const code = fields.code ?? '';
      const found = codes.get(code);
      codes.delete(code);
      const early = found && faults.take('alipay', 'oauth.exchange', ['code_expired'], {});
      if (!found || early || clock.now() >= found.expiresAtMs)
        throw new AlipayError('40002', 'isv.code-invalid', '授权码code无效');
      return start(found.buyer, found.scope);
    },
    profile: (accessToken) => {
      const found = tokens.get(accessToken);
      const early = found && faults.take('alipay', 'oauth.userinfo', ['token_expired_early'], {});
      if (!found || early) throw new AlipayError('20001', 'aop.invalid-auth-token', '无效的访问令牌');
      if (clock.now() >= found.expiresAtMs) throw new AlipayError('20001', 'aop.auth-token-time-out', '访问令牌已过期');
      if (found.scope !== 'auth_user') throw new AlipayError('20001', 'aop.invalid-auth-token', '授权范围不含用户信息');
      return { ...identity(found.buyer), nick_name: found.buyer.nickname };
    },
    reset: () => {
      codes.clear();
      tokens.clear();
    },
  };
}
