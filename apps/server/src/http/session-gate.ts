import { sessionTokenHash } from '../security/session-token.ts';
import type { Session, SessionGate } from './handler.ts';

export const SESSION_COOKIE = 'hm_session';
/** 32 random bytes, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/**
 * The browser keeps the cookie as long as browsers allow; how long the session lives (30 days after its last use) is
 * decided by the stored row alone, so the cookie need not be sent again with every answer.
 */
const COOKIE_SECONDS = 400 * 86_400;

export interface SessionGateDeps {
  /** The session behind a token's sha256, or null when there is none, it ended or it ran out. */
  find(tokenHash: Buffer): Promise<Session | null>;
  /** True when the public address is https. */
  readonly secureCookie: boolean;
}

/** Reads the session cookie of requests and sets or clears it on answers. */
export function createSessionGate(deps: SessionGateDeps): SessionGate {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${deps.secureCookie ? '; Secure' : ''}`;
  return {
    async read(request) {
      const token = tokenIn(request.headers.cookie);
      return token ? deps.find(sessionTokenHash(token)) : null;
    },
    write(reply, token) {
      const value = token ? `${token}; Max-Age=${COOKIE_SECONDS}` : '; Max-Age=0';
      reply.header('set-cookie', `${SESSION_COOKIE}=${value}; ${attributes}`);
    },
  };
}

function tokenIn(header: string | undefined): string | null {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === SESSION_COOKIE && value && TOKEN.test(value)) return value;
  }
  return null;
}
