import { createCipheriv } from 'node:crypto';

export { rsaSign, rsaVerify } from '../keys/rsa-sha256.ts';

export const AUTH_SCHEME = 'WECHATPAY2-SHA256-RSA2048';

export type AuthorizationFields = {
  mchid: string;
  nonceStr: string;
  timestamp: string;
  serialNo: string;
  signature: string;
};

/** The five lines a merchant signs: method, target as sent, seconds, nonce, exact body. */
export function requestSignText(
  method: string,
  target: string,
  timestamp: string,
  nonce: string,
  body: Buffer,
): Buffer {
  return Buffer.concat([Buffer.from(`${method}\n${target}\n${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
}

/** The three lines the platform signs in answers and notifications. */
export function platformSignText(timestamp: string, nonce: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
}

/** The four lines behind `paySign` of a JSAPI payment. */
export function paySignText(fields: { appId: string; timeStamp: string; nonceStr: string; package: string }): Buffer {
  return Buffer.from(`${fields.appId}\n${fields.timeStamp}\n${fields.nonceStr}\n${fields.package}\n`);
}

/** Reads an `Authorization` header; a string says what is wrong with it. */
export function parseAuthorization(header: string | undefined): AuthorizationFields | string {
  if (!header) return 'Http头缺少Authorization';
  const space = header.indexOf(' ');
  if (header.slice(0, space) !== AUTH_SCHEME) return `Http头Authorization认证类型不正确，应为${AUTH_SCHEME}`;
  const fields = new Map<string, string>();
  for (const part of header.slice(space + 1).split(',')) {
    const match = /^\s*(mchid|nonce_str|timestamp|serial_no|signature)="([^"]*)"\s*$/.exec(part);
    if (!match?.[1] || match[2] === undefined || fields.has(match[1])) return 'Http头Authorization格式不正确';
    fields.set(match[1], match[2]);
  }
  const missing = ['mchid', 'nonce_str', 'timestamp', 'serial_no', 'signature'].find((name) => !fields.get(name));
  if (missing) return `Http头Authorization值中缺少${missing}`;
  return {
    mchid: fields.get('mchid') ?? '',
    nonceStr: fields.get('nonce_str') ?? '',
    timestamp: fields.get('timestamp') ?? '',
    serialNo: fields.get('serial_no') ?? '',
    signature: fields.get('signature') ?? '',
  };
}

/** AES-256-GCM with the APIv3 key: base64 of ciphertext and tag. `nonce` has 12 ASCII characters. */
export function sealResource(apiV3Key: string, plaintext: string, associatedData: string, nonce: string): string {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key, 'utf8'), Buffer.from(nonce, 'ascii'));
  cipher.setAAD(Buffer.from(associatedData, 'utf8'));
  return Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}
