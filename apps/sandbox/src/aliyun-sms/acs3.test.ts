import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  acs3Signature,
  canonicalRequest,
  parseAcs3Authorization,
  percentEncode,
  sha256Hex,
  stringToSign,
} from './acs3.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/aliyun-acs3.json', import.meta.url), 'utf8'),
);

describe.each(['official_example', 'send_sms'])('%s', (name) => {
  const example = vectors[name];
  const input = {
    method: example.method,
    queryText: example.query_string,
    headers: example.headers,
    signedHeaders: Object.keys(example.headers).sort(),
    bodySha256Hex: sha256Hex(example.body),
  };
  const signatureOf = (change: Partial<typeof input>): string =>
    acs3Signature(example.accessKeySecret, stringToSign(canonicalRequest({ ...input, ...change })));

  test('gives canonical request, string to sign and signature byte for byte', () => {
    expect(canonicalRequest(input)).toBe(example.canonical_request);
    expect(stringToSign(example.canonical_request)).toBe(example.string_to_sign);
    expect(signatureOf({})).toBe(example.signature);
  });
  test('one changed byte of query, header, body or secret changes the signature', () => {
    expect(signatureOf({ queryText: example.query_string.replace(/.$/, 'x') })).not.toBe(example.signature);
    expect(signatureOf({ headers: { ...example.headers, host: 'localhost' } })).not.toBe(example.signature);
    expect(signatureOf({ bodySha256Hex: sha256Hex(' ') })).not.toBe(example.signature);
    expect(acs3Signature(`${example.accessKeySecret}x`, example.string_to_sign)).not.toBe(example.signature);
  });
  test('its Authorization header is read', () => {
    expect(parseAcs3Authorization(example.authorization)).toEqual({
      accessKeyId: example.accessKeyId,
      signedHeaders: input.signedHeaders,
      signature: example.signature,
    });
  });
});

test('RFC 3986 encoding keeps the tilde and encodes space, star and quotes', () => {
  expect(percentEncode("a b*c~d'(e)!补")).toBe('a%20b%2Ac~d%27%28e%29%21%E8%A1%A5');
});

test('spaces after the commas of an Authorization header are refused', () => {
  const spaced = vectors.send_sms.authorization.replaceAll(',', ', ');
  expect(parseAcs3Authorization(spaced)).toBeUndefined();
});
