import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalRequest, parseTc3Authorization, stringToSign, tc3Signature } from './tc3.ts';

type Sample = Record<'service' | 'action' | 'payload' | 'canonical_request' | 'string_to_sign' | Signed, string> & {
  timestamp: number;
  headers: Record<string, string>;
};
type Signed = 'authorization' | 'authorization_with_only_content_type_and_host_signed';

const example: { secretId: string; secretKey: string; cases: Sample[] } = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/tencent-tc3.json', import.meta.url), 'utf8'),
);

describe.each(example.cases)('$action', (sample) => {
  const headers = Object.fromEntries(
    Object.entries(sample.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const body = Buffer.from(sample.payload);
  const signed = (names: string[], bytes: Buffer) => {
    const canonical = canonicalRequest(headers, names, bytes);
    const text = stringToSign(sample.timestamp, sample.service, canonical);
    return { canonical, text, signature: tc3Signature(example.secretKey, '2026-01-01', sample.service, text) };
  };

  test.each<Signed>(['authorization', 'authorization_with_only_content_type_and_host_signed'])('%s', (name) => {
    const parsed = parseTc3Authorization(sample[name]);
    expect(parsed).toMatchObject({ secretId: example.secretId, date: '2026-01-01', service: sample.service });
    expect(signed(parsed?.signedHeaders ?? [], body).signature).toBe(parsed?.signature);
  });

  test('the texts on the way', () => {
    const { canonical, text } = signed(['content-type', 'host', 'x-tc-action'], body);
    expect(canonical).toBe(sample.canonical_request);
    expect(text).toBe(sample.string_to_sign);
  });

  test('one flipped bit of the body makes another signature', () => {
    const spoiled = Buffer.from(body);
    spoiled[10] = (spoiled[10] ?? 0) ^ 1;
    const parsed = parseTc3Authorization(sample.authorization);
    expect(signed(parsed?.signedHeaders ?? [], spoiled).signature).not.toBe(parsed?.signature);
  });
});

test.each([
  'TC3-HMAC-SHA256 Credential=A/2026-01-01/sms/tc3_request, SignedHeaders=content-type;host',
  `TC3-HMAC-SHA1 Credential=A/2026-01-01/sms/tc3_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
  `TC3-HMAC-SHA256 Credential=A/20260101/sms/tc3_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
  undefined,
])('an authorization of another form is not read: %s', (header) => {
  expect(parseTc3Authorization(header)).toBeUndefined();
});
