import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jsSdkSignature, jsSdkSignText } from './js-sdk-signature.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/wechat-jssdk.json', import.meta.url), 'utf8'),
);
type Case = {
  input: { noncestr: string; jsapi_ticket: string; timestamp: number; url: string };
  page_location?: string;
  string_to_sign: string;
  signature: string;
};

test.each(vectors.cases as Case[])('$signature', ({ input, page_location, string_to_sign, signature }) => {
  const fields = {
    jsapiTicket: input.jsapi_ticket,
    nonceStr: input.noncestr,
    timestamp: String(input.timestamp),
    url: page_location ?? input.url,
  };
  expect(jsSdkSignText(fields)).toBe(string_to_sign);
  expect(jsSdkSignature(fields)).toBe(signature);
  expect(jsSdkSignature({ ...fields, nonceStr: `${input.noncestr}x` })).not.toBe(signature);
  expect(jsSdkSignature({ ...fields, url: fields.url.replace('http', 'HTTP') })).not.toBe(signature);
});
