import { createHash } from 'node:crypto';

export type JsSdkFields = { jsapiTicket: string; nonceStr: string; timestamp: string; url: string };

/** The text behind a JS-SDK signature; `url` is used as given, without its `#` part. */
export function jsSdkSignText({ jsapiTicket, nonceStr, timestamp, url }: JsSdkFields): string {
  return `jsapi_ticket=${jsapiTicket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url.split('#')[0]}`;
}

/** SHA-1, lower-case hex. */
export function jsSdkSignature(fields: JsSdkFields): string {
  return createHash('sha1').update(jsSdkSignText(fields), 'utf8').digest('hex');
}
