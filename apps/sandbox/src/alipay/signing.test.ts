import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rsaSign, rsaVerify } from '../keys/rsa-sha256.ts';
import { WRITINGS, writeNode } from './answer-text.ts';
import { type Fields, signText } from './signing.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/alipay-rsa2.json', import.meta.url), 'utf8'),
);
const alipayKey: string = vectors.alipay.private_key_pem_for_the_sandbox;
const alipayPublicKey: string = vectors.alipay.public_key_pem;

/** The same bytes with one bit changed in the middle. */
function flipped(text: Buffer): Buffer {
  const copy = Buffer.from(text);
  const middle = copy.length >> 1;
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}

test('the WAP request example is accepted, and refused after one flipped byte', () => {
  const { input, string_to_sign, sign } = vectors.request_wap_pay;
  const text = signText({ ...input, sign, extra: '' }, 'request');
  expect(text.toString('utf8')).toBe(string_to_sign);
  expect(rsaVerify(vectors.app.public_key_pem, text, sign)).toBe(true);
  expect(rsaVerify(vectors.app.public_key_pem, flipped(text), sign)).toBe(false);
  expect(rsaVerify(vectors.app.public_key_pem, text, `${sign.startsWith('A') ? 'B' : 'A'}${sign.slice(1)}`)).toBe(
    false,
  );
  expect(rsaVerify(alipayPublicKey, text, sign)).toBe(false);
});

test('the answer example is written and signed byte for byte', () => {
  const { raw_body, response_key, string_to_verify, sign } = vectors.sync_response;
  const text = writeNode(JSON.parse(raw_body)[response_key], 'compact');
  expect(text).toBe(string_to_verify);
  expect(rsaSign(alipayKey, Buffer.from(text))).toBe(sign);
  expect(rsaSign(alipayKey, flipped(Buffer.from(text)))).not.toBe(sign);
});

describe.each([
  ['async_notify', 'form_body'],
  ['return_url', 'query'],
])('%s', (name, sentName) => {
  const example = vectors[name];
  test('is signed byte for byte as the example, without sign_type', () => {
    const sent: Fields = Object.fromEntries(new URLSearchParams(example[sentName]));
    const text = signText(sent, 'message');
    expect(text.toString('utf8')).toBe(example.string_to_verify);
    expect(rsaSign(alipayKey, text)).toBe(example.sign);
    expect(rsaSign(alipayKey, flipped(text))).not.toBe(example.sign);
  });
});

test('odd writings mean the same, are no two alike, and none survives parsing and writing again', () => {
  const node = { subject: '补充医疗保险 "一" {a} \n', address: 'http://localhost/a', list: [{ amount: '1.00' }] };
  const texts = WRITINGS.map((writing) => writeNode(node, writing));
  expect(new Set(texts).size).toBe(WRITINGS.length);
  for (const text of texts) expect(JSON.parse(text)).toEqual(node);
  for (const text of texts.slice(1)) expect(JSON.stringify(JSON.parse(text))).not.toBe(text);
});
