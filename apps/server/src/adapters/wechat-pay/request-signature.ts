import { createSign, type KeyObject } from 'node:crypto';

/** WeChat Pay's name of the scheme: SHA256withRSA over LF-ended lines. */
export const AUTHORIZATION_SCHEME = 'WECHATPAY2-SHA256-RSA2048';

export interface SignedParts {
  readonly method: 'GET' | 'POST';
  /** Path and query exactly as sent, encoded. */
  readonly target: string;
  readonly timestampSeconds: number;
  readonly nonce: string;
  /** The exact body text; '' when there is none. */
  readonly body: string;
}

export interface MerchantKey {
  readonly merchantId: string;
  /** Serial number of the merchant's API certificate, upper-case hex. */
  readonly serialNo: string;
  readonly privateKey: KeyObject;
}

/** The five lines a request is signed over. */
export function requestText(parts: SignedParts): string {
  return `${parts.method}\n${parts.target}\n${parts.timestampSeconds}\n${parts.nonce}\n${parts.body}\n`;
}

/** SHA256withRSA (PKCS#1 v1.5), base64. */
export function signText(text: string, privateKey: KeyObject): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64');
}

/** The whole `Authorization` header of a request. */
export function authorizationHeader(parts: SignedParts, merchant: MerchantKey): string {
  const signature = signText(requestText(parts), merchant.privateKey);
  const fields = [
    `mchid="${merchant.merchantId}"`,
    `nonce_str="${parts.nonce}"`,
    `timestamp="${parts.timestampSeconds}"`,
    `serial_no="${merchant.serialNo}"`,
    `signature="${signature}"`,
  ];
  return `${AUTHORIZATION_SCHEME} ${fields.join(',')}`;
}

export interface BridgeParts {
  readonly appId: string;
  readonly timestampSeconds: number;
  readonly nonce: string;
  readonly prepayId: string;
}

/** The four lines `paySign` of a JSAPI payment is made over; `signType` is not among them. */
export function bridgeText(parts: BridgeParts): string {
  return `${parts.appId}\n${parts.timestampSeconds}\n${parts.nonce}\nprepay_id=${parts.prepayId}\n`;
}
