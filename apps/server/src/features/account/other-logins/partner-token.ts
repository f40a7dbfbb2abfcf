import { createVerify, type KeyObject } from 'node:crypto';
import { checkPhone } from '@huimin/domain/person';

/** A partner whose tokens are believed. */
export interface PartnerKeys {
  /** What the partner calls itself in `iss`. */
  readonly issuer: string;
  /** The one in use first; two while it is replaced. */
  readonly publicKeys: readonly KeyObject[];
}

export interface PartnerClaims {
  readonly tokenId: string;
  /** Null: the partner does not know it. */
  readonly phone: string | null;
  readonly expiresAtMs: number;
}

export type PartnerTokenFault = 'form' | 'signature' | 'issuer' | 'audience' | 'time';

/** Longest life of a token, and how far clocks may differ. */
const MAX_LIFE_S = 300;
const CLOCK_SKEW_S = 30;
const TOKEN_ID = /^[0-9A-Za-z_-]{16,64}$/;

/**
 * A JSON Web Token, RS256 and nothing else: `iss` the partner, `aud` this shop's address, `iat` and `exp` at most five
 * minutes apart, `jti` used once, `phone` the number the partner has verified.
 */
export function readPartnerToken(
  token: string,
  keys: PartnerKeys,
  audience: string,
  nowMs: number,
): PartnerClaims | PartnerTokenFault {
  const [head, body, signature, ...more] = token.split('.');
  if (!head || !body || !signature || more.length > 0) return 'form';
  const header = jsonOf(head);
  const claims = jsonOf(body);
  // Which algorithm is asked of nobody: a token that names another one is not looked at.
  if (header?.alg !== 'RS256' || !claims) return 'form';
  const signed = keys.publicKeys.some((key) =>
    createVerify('RSA-SHA256').update(`${head}.${body}`).verify(key, signature, 'base64url'),
  );
  if (!signed) return 'signature';
  const { iss, aud, iat, exp, jti, phone } = claims;
  if (iss !== keys.issuer) return 'issuer';
  if (aud !== audience) return 'audience';
  if (typeof jti !== 'string' || !TOKEN_ID.test(jti)) return 'form';
  const nowS = nowMs / 1000;
  if (!isSeconds(iat) || !isSeconds(exp) || exp <= iat || exp - iat > MAX_LIFE_S) return 'time';
  if (iat > nowS + CLOCK_SKEW_S || exp <= nowS - CLOCK_SKEW_S) return 'time';
  if (phone !== undefined && phone !== null && phone !== '' && typeof phone !== 'string') return 'form';
  const checked = typeof phone === 'string' && phone !== '' ? checkPhone(phone) : null;
  if (checked && !checked.ok) return 'form';
  return { tokenId: jti, phone: checked?.ok ? checked.normalized : null, expiresAtMs: (exp + CLOCK_SKEW_S) * 1000 };
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function jsonOf(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
