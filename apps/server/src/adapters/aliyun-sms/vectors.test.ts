import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256Hex, signAcs3 } from './acs3-signature.ts';

interface Vector {
  accessKeyId: string;
  accessKeySecret: string;
  method: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  query_string: string;
  body: string;
  canonical_request: string;
  string_to_sign: string;
  signature: string;
  authorization: string;
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/aliyun-acs3.json', import.meta.url), 'utf8'),
) as Record<'official_example' | 'send_sms', Vector>;

const sign = (vector: Vector, changed: Partial<Vector> = {}) => {
  const given = { ...vector, ...changed };
  return signAcs3(
    {
      method: given.method,
      path: '/',
      query: given.query,
      headers: given.headers,
      bodySha256Hex: sha256Hex(given.body),
    },
    given.accessKeyId,
    given.accessKeySecret,
  );
};

test.each(['official_example', 'send_sms'] as const)('%s is signed as the example file has it', (name) => {
  const vector = vectors[name];
  expect(sign(vector)).toEqual({
    queryString: vector.query_string,
    canonicalRequest: vector.canonical_request,
    stringToSign: vector.string_to_sign,
    signature: vector.signature,
    authorization: vector.authorization,
  });
});

test('one changed character anywhere gives another signature', () => {
  const vector = vectors.send_sms;
  const changes: Partial<Vector>[] = [
    { method: 'PUT' },
    { query: { ...vector.query, PhoneNumbers: '13800138001' } },
    { headers: { ...vector.headers, 'x-acs-date': '2026-01-01T00:00:01Z' } },
    { headers: { ...vector.headers, host: 'dysmsapi.aliyuncs.con' } },
    { body: ' ' },
    { accessKeySecret: `${vector.accessKeySecret.slice(0, -1)}2` },
  ];
  for (const change of changes) expect(sign(vector, change).signature).not.toBe(vector.signature);
});

test('the characters that URLs usually leave alone are escaped', () => {
  const { queryString } = sign(vectors.send_sms, { query: { b: "a b*~!'()", a: '1' } });
  expect(queryString).toBe('a=1&b=a%20b%2A~%21%27%28%29');
});
