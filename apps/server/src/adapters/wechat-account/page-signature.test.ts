import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageSignature, pageSignatureText } from './page-signature.ts';

interface Case {
  input: { noncestr: string; jsapi_ticket: string; timestamp: number; url: string };
  string_to_sign: string;
  signature: string;
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/wechat-jssdk.json', import.meta.url), 'utf8'),
) as { cases: Case[] };

const inputOf = ({ input }: Case) => ({
  ticket: input.jsapi_ticket,
  nonce: input.noncestr,
  timestampSeconds: input.timestamp,
  url: input.url,
});

test.each(cases)('$input.url is signed as the example file has it', (entry) => {
  expect(pageSignatureText(inputOf(entry))).toBe(entry.string_to_sign);
  expect(pageSignature(inputOf(entry))).toBe(entry.signature);
});

test.each(cases)('one changed character gives another signature: $input.url', (entry) => {
  for (const change of [{ url: `${entry.input.url}x` }, { nonce: 'x' }, { timestampSeconds: 1 }, { ticket: 'x' }]) {
    expect(pageSignature({ ...inputOf(entry), ...change })).not.toBe(entry.signature);
  }
});
