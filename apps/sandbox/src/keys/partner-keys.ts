import { hkdfSync, randomBytes } from 'node:crypto';

/** What a shop makes partners' keys from. A partner holds the key of its own purpose only. */
export type PartnerKeys = { tokenKeyId: string; tokenKeyBase64: string };

/** New ones; the name of the key is one by which a shop in production refuses it. */
export function makePartnerKeys(): PartnerKeys {
  return { tokenKeyId: `SBX${randomBytes(3).toString('hex')}`, tokenKeyBase64: randomBytes(32).toString('base64') };
}

/** Those of the example file. */
export function partnerKeysFrom(example: { keyId: string; keyBase64: string }): PartnerKeys {
  return { tokenKeyId: example.keyId, tokenKeyBase64: example.keyBase64 };
}

/** What the shop hands to the partner of one purpose. */
export function keyOfPurpose({ tokenKeyBase64 }: PartnerKeys, purpose: string): Buffer {
  const key = Buffer.from(tokenKeyBase64, 'base64');
  return Buffer.from(hkdfSync('sha256', key, 'huimin-partner-token', `HP1:${purpose}`, 32));
}
