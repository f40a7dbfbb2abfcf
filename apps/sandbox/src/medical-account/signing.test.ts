import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { medicalAccountKeysFrom } from '../keys/medical-account-keys.ts';
import { openFromShop } from './envelope.ts';
import { canonicalJson, messageKey, signText, sm2Sign, sm2Verify, sm4Decrypt, sm4Encrypt } from './signing.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/nhsa-sm.json', import.meta.url), 'utf8'),
);
const keys = medicalAccountKeysFrom(vectors);
const { request_unified_order: request, platform_callback: callback } = vectors;
const key = messageKey(keys.appId, keys.appSecret);

const flipped = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

test('the machine’s SM3 and SM4 are the standard ones', () => {
  expect(createHash('sm3').update(vectors.sm3.input).digest('hex')).toBe(vectors.sm3.hex);
  const { key_hex, plain_hex, cipher_hex } = vectors.sm4_ecb_no_padding;
  const cipher = createCipheriv('sm4-ecb', Buffer.from(key_hex, 'hex'), null).setAutoPadding(false);
  expect(cipher.update(plain_hex, 'hex', 'hex') + cipher.final('hex')).toBe(cipher_hex);
});

test('the key of the messages is made of number and secret', () => {
  expect(key).toBe(vectors.key_derivation.sm4_key_utf8);
});

test.each([
  ['a request', request, keys.app.publicKeyBase64],
  ['a notification', callback, keys.platform.publicKeyBase64],
])('%s: canonical text, encryption, signed text, both forms of the signature', (_name, given, publicKey) => {
  const text = canonicalJson(given.data);
  expect(text).toBe(given.canonical_data_json);
  expect(sm4Encrypt(text, key)).toBe(given.encData);
  expect(sm4Decrypt(given.encData.toLowerCase(), key)).toBe(text);
  const signed = signText({ ...given.envelope, extra: 'x', nothing: '' }, text, keys.appSecret);
  expect(signed).toBe(given.string_to_sign);
  for (const signature of [given.sample_signData_rs_base64, given.sample_signData_der_base64]) {
    expect(sm2Verify(signed, signature, publicKey)).toBe(true);
    expect(sm2Verify(signed, flipped(signature, 20), publicKey)).toBe(false);
    expect(sm2Verify(flipped(signed, 60), signature, publicKey)).toBe(false);
  }
});

test.each(['rs', 'der'] as const)('what is signed as %s is verified, and by this key alone', (form) => {
  const signature = sm2Sign(request.string_to_sign, keys.app.privateKeyBase64, form);
  expect(Buffer.from(signature, 'base64').length === 64).toBe(form === 'rs');
  expect(sm2Verify(request.string_to_sign, signature, keys.app.publicKeyBase64)).toBe(true);
  expect(sm2Verify(request.string_to_sign, signature, keys.platform.publicKeyBase64)).toBe(false);
});

test.each([undefined, 1, '', 'AAAA', '!!!!', 'A'.repeat(88)])('%j is no signature', (signature) => {
  expect(sm2Verify(request.string_to_sign, signature, keys.app.publicKeyBase64)).toBe(false);
});

test('the example request is opened, and one flipped byte anywhere in it is refused', () => {
  const open = (envelope: object) =>
    openFromShop(
      { keys: { medicalAccount: keys } as never },
      Buffer.from(JSON.stringify(envelope)),
      Number(request.envelope.timestamp) + 1000,
      () => undefined,
    );
  expect(open(request.envelope)).toEqual(request.data);
  for (const name of Object.keys(request.envelope)) {
    const value: string = request.envelope[name];
    expect(() => open({ ...request.envelope, [name]: flipped(value, value.length - 2) })).toThrow();
  }
});

test('what the browser brings back is only encrypted, in lower case', () => {
  const query = new URLSearchParams(vectors.front_redirect_query);
  expect(query.get('appId')).toBe(keys.appId);
  expect(sm4Decrypt(query.get('encData'), key)).toBe(callback.canonical_data_json);
});
