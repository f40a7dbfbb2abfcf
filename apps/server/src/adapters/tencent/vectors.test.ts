import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { signTc3 } from './tc3-signature.ts';

interface Vector {
  readonly service: string;
  readonly host: string;
  readonly action: string;
  readonly timestamp: number;
  readonly payload: string;
  readonly canonical_request: string;
  readonly string_to_sign: string;
  readonly authorization: string;
  readonly authorization_with_only_content_type_and_host_signed: string;
}

const example = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/tencent-tc3.json', import.meta.url), 'utf8'),
) as { secretId: string; secretKey: string; cases: Vector[] };

function sign(vector: Vector, headers: Record<string, string>, secretKey = example.secretKey) {
  const { service, timestamp, payload: body } = vector;
  return signTc3({ service, timestamp, headers, body }, example.secretId, secretKey);
}
const headersOf = (vector: Vector) => ({
  'content-type': 'application/json; charset=utf-8',
  host: vector.host,
  'x-tc-action': vector.action,
});

describe.each(example.cases)('$action', (vector) => {
  test('is signed as the example file has it', () => {
    expect(sign(vector, headersOf(vector))).toEqual({
      canonicalRequest: vector.canonical_request,
      stringToSign: vector.string_to_sign,
      authorization: vector.authorization,
    });
    const { 'x-tc-action': _action, ...fewer } = headersOf(vector);
    expect(sign(vector, fewer).authorization).toBe(vector.authorization_with_only_content_type_and_host_signed);
  });

  test('one changed character anywhere gives another signature', () => {
    const headers = headersOf(vector);
    const changed = [
      sign({ ...vector, payload: `${vector.payload} ` }, headers),
      sign({ ...vector, timestamp: vector.timestamp + 1 }, headers),
      sign({ ...vector, service: `${vector.service}s` }, headers),
      sign(vector, { ...headers, host: vector.host.replace('.com', '.con') }),
      sign(vector, headers, `${example.secretKey.slice(0, -1)}y`),
    ];
    const signatures = changed.map(({ authorization }) => authorization.split('Signature=')[1]);
    expect(signatures).not.toContain(vector.authorization.split('Signature=')[1]);
  });
});

test('the day in the scope is the UTC day, also when it is tomorrow in Beijing', () => {
  const [vector] = example.cases;
  if (!vector) throw new Error('the example file has no cases');
  const late = sign({ ...vector, timestamp: Date.parse('2026-01-01T23:30:00Z') / 1000 }, headersOf(vector));
  expect(late.authorization).toContain('/2026-01-01/sms/tc3_request');
});
