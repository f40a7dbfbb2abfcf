import type { SandboxParts } from '../sandbox-parts.ts';
import { AccountError } from './account-error.ts';

const CODE_LIFE_MS = 5 * 60_000;
const TOKEN_LIFE_MS = 7200 * 1000;
const REFRESH_LIFE_MS = 30 * 86_400_000;

export type Scope = 'snsapi_base' | 'snsapi_userinfo';

/** What one visitor allowed. */
export type Grant = { openid: string; unionid: string; nickname: string; scope: Scope; snapshot: boolean };

type Code = Grant & { expiresAtMs: number; used: boolean };
type WebToken = Grant & { accessToken: string; refreshToken: string; expiresAtMs: number; refreshExpiresAtMs: number };

export type GrantBook = {
  /** A code that can be exchanged once within five minutes. */
  issueCode(grant: Grant): string;
  /** Throws 40029 (unknown or expired) or 40163 (used). */
  exchange(code: string): WebToken;
  refresh(refreshToken: string): WebToken;
  /** The grant behind a web token; throws 40001, 42001 or 40003. */
  check(accessToken: string, openid: string): WebToken;
  reset(): void;
};

/** Codes and web tokens of the OAuth2 flow. */
export function createGrantBook({ clock, faults, random }: SandboxParts): GrantBook {
  const codes = new Map<string, Code>();
  faults.offer('wechat-account', 'oauth.exchange', ['code_expired', 'code_used']);
  const tokens = new Map<string, WebToken>();
  return {
    issueCode: (grant) => {
      const code = `0${random.text(31)}`;
      codes.set(code, { ...grant, expiresAtMs: clock.now() + CODE_LIFE_MS, used: false });
      return code;
    },
    exchange: (code) => {
      const found = codes.get(code);
      const usedBefore = found && faults.take('wechat-account', 'oauth.exchange', ['code_used'], {});
      if (found?.used || usedBefore) throw new AccountError(40163, 'code been used');
      const early = found && faults.take('wechat-account', 'oauth.exchange', ['code_expired'], {});
      if (!found || early || clock.now() >= found.expiresAtMs) throw new AccountError(40029, 'invalid code');
      found.used = true;
      const { expiresAtMs: _expires, used: _used, ...grant } = found;
      const token: WebToken = {
        ...grant,
        accessToken: `90_${random.text(86)}`,
        refreshToken: `91_${random.text(86)}`,
        expiresAtMs: clock.now() + TOKEN_LIFE_MS,
        refreshExpiresAtMs: clock.now() + REFRESH_LIFE_MS,
      };
      tokens.set(token.accessToken, token);
      return token;
    },
    refresh: (refreshToken) => {
      const found = [...tokens.values()].find((token) => token.refreshToken === refreshToken);
      if (!found) throw new AccountError(40030, 'invalid refresh_token');
      if (clock.now() >= found.refreshExpiresAtMs) throw new AccountError(42002, 'refresh_token expired');
      found.expiresAtMs = clock.now() + TOKEN_LIFE_MS;
      return found;
    },
    check: (accessToken, openid) => {
      const found = tokens.get(accessToken);
      if (!found) throw new AccountError(40001, 'invalid credential, access_token is invalid or not latest');
      if (clock.now() >= found.expiresAtMs) throw new AccountError(42001, 'access_token expired');
      if (found.openid !== openid) throw new AccountError(40003, 'invalid openid');
      return found;
    },
    reset: () => {
      codes.clear();
      tokens.clear();
    },
  };
}
