import { createSign } from 'node:crypto';

const LIFE_SECONDS = 300;

/** What a partner says about its visitor; without a phone it does not know one. */
type Visitor = { phone: string | null; shopOrigin: string; tokenNo: string; nowMs: number };

/** A login token after profile TZ-1: a JSON Web Token by RS256, good for one shop, five minutes, once. */
export function loginToken(
  { issuer, privateKeyPem }: { issuer: string; privateKeyPem: string },
  { phone, shopOrigin, tokenNo, nowMs }: Visitor,
): string {
  const issuedAt = Math.floor(nowMs / 1000);
  const claims = {
    ...{ iss: issuer, aud: shopOrigin, iat: issuedAt, exp: issuedAt + LIFE_SECONDS, jti: tokenNo },
    ...(phone === null ? {} : { phone }),
  };
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKeyPem, 'base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
