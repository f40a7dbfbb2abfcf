import { createCipheriv, hkdfSync } from 'node:crypto';
import type { DataKey } from '../../security/vault.ts';

const VERSION = 'HP1';
const IV_BYTES = 12;
const SALT = 'huimin-partner-token';

/** What a partner finds in a token; nothing of it is the caller's choice but one of the known purposes and editions. */
export interface TokenContent {
  readonly purpose: string;
  /** The visitor's number at this partner: another one at each. */
  readonly outerId: string;
  readonly product: string;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Of this token; a partner takes it once. */
  readonly tokenNo: string;
}

/** The key of one purpose: HKDF-SHA256 of the key that the shop holds. Whoever has it can open no other purpose's. */
export function purposeKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, SALT, `${VERSION}:${purpose}`, 32));
}

/** `HP1.key.purpose.sealed`: AES-256-GCM, everything before the last dot authenticated with it (docs/partner-tokens.md). */
export function sealToken(key: DataKey, content: TokenContent, randomBytes: (size: number) => Buffer): string {
  const head = `${VERSION}.${key.id}.${content.purpose}`;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', purposeKey(key.key, content.purpose), iv);
  cipher.setAAD(Buffer.from(head));
  const { purpose, outerId, product, issuedAt, expiresAt, tokenNo } = content;
  const text = JSON.stringify({ purpose, outerId, product, issuedAt, expiresAt, tokenNo });
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${head}.${sealed.toString('base64url')}`;
}
