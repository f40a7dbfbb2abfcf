import { createHash } from 'node:crypto';

export interface PageSignatureInput {
  readonly ticket: string;
  readonly nonce: string;
  readonly timestampSeconds: number;
  /** Page address up to, not including, `#`. */
  readonly url: string;
}

/** The text that is signed for wx.config: names in ASCII order, values raw. */
export function pageSignatureText({ ticket, nonce, timestampSeconds, url }: PageSignatureInput): string {
  return `jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestampSeconds}&url=${url}`;
}

/** SHA-1 in lower-case hex, as the messaging app's JS-SDK wants it. */
export function pageSignature(input: PageSignatureInput): string {
  return createHash('sha1').update(pageSignatureText(input), 'utf8').digest('hex');
}
