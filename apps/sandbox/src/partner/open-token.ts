import { createDecipheriv } from 'node:crypto';

export type PartnerVisit = {
  purpose: string;
  outerId: string;
  product: string;
  issuedAt: number;
  expiresAt: number;
  tokenNo: string;
};

const FORM = /^HP1\.([A-Za-z0-9_-]{1,32})\.([a-z][a-z0-9-]{1,29})\.([A-Za-z0-9_-]{60,600})$/;
const SKEW_SECONDS = 60;

/**
 * Opens a shop's token as a partner does. Throws an Error that says why it is refused.
 * @param keyOf the key of this partner's purpose by the name of the shop's key; undefined for one that was never handed over
 */
export function openToken(
  token: string,
  { purpose, keyOf, nowMs }: { purpose: string; keyOf(keyId: string): Buffer | undefined; nowMs: number },
): PartnerVisit {
  const [, keyId = '', stated, sealed = ''] = FORM.exec(token) ?? [];
  if (stated === undefined) throw new Error('不是令牌');
  if (stated !== purpose) throw new Error('令牌不是给这个用途的');
  const key = keyOf(keyId);
  if (!key) throw new Error('没有这把密钥');
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(`HP1.${keyId}.${stated}`)).setAuthTag(bytes.subarray(-16));
  const visit = parsed(() => {
    const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    return JSON.parse(plain.toString('utf8')) as PartnerVisit;
  });
  if (visit.purpose !== purpose) throw new Error('令牌不是给这个用途的');
  const now = Math.floor(nowMs / 1000);
  if (visit.issuedAt > now + SKEW_SECONDS) throw new Error('令牌来自将来');
  if (visit.expiresAt <= now) throw new Error('令牌已过期');
  return visit;
}

function parsed(read: () => PartnerVisit): PartnerVisit {
  try {
    return read();
  } catch {
    throw new Error('令牌被改动过');
  }
}
