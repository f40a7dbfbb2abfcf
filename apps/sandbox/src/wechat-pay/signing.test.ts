import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  parseAuthorization,
  paySignText,
  platformSignText,
  requestSignText,
  rsaSign,
  rsaVerify,
  sealResource,
} from './signing.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/wechatpay-v3.json', import.meta.url), 'utf8'),
);
const platformKey: string = vectors.wechatpay.private_key_pem_for_the_sandbox;
const platformPublicKey: string = vectors.wechatpay.public_key_pem;

/** The same bytes with one bit changed in the middle. */
function flipped(text: Buffer): Buffer {
  const copy = Buffer.from(text);
  const middle = copy.length >> 1;
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}

describe.each(['request_post', 'request_get'])('%s', (name) => {
  const example = vectors[name];
  const text = requestSignText(
    example.method,
    example.url_path_and_query,
    example.timestamp,
    example.nonce_str,
    Buffer.from(example.body),
  );
  test('gives the string to sign byte for byte', () => {
    expect(text.toString('utf8')).toBe(example.string_to_sign);
  });
  test('its signature is accepted, and refused after one flipped byte', () => {
    expect(rsaVerify(vectors.merchant.public_key_pem, text, example.signature)).toBe(true);
    expect(rsaVerify(vectors.merchant.public_key_pem, flipped(text), example.signature)).toBe(false);
    expect(rsaVerify(vectors.merchant.public_key_pem, text, `A${example.signature.slice(1)}`)).toBe(false);
    expect(rsaVerify(platformPublicKey, text, example.signature)).toBe(false);
  });
  test('its Authorization header is read', () => {
    expect(parseAuthorization(example.authorization)).toEqual({
      mchid: vectors.mchid,
      nonceStr: example.nonce_str,
      timestamp: example.timestamp,
      serialNo: vectors.merchant.serial_no,
      signature: example.signature,
    });
  });
});

test('paySign of the JSAPI example is accepted, and refused after one flipped byte', () => {
  const { input, string_to_sign, paySign } = vectors.jsapi_pay_sign;
  const text = paySignText(input);
  expect(text.toString('utf8')).toBe(string_to_sign);
  expect(rsaVerify(vectors.merchant.public_key_pem, text, paySign)).toBe(true);
  expect(rsaVerify(vectors.merchant.public_key_pem, flipped(text), paySign)).toBe(false);
});

describe('notification', () => {
  const { headers, body, string_to_verify, decrypted_plaintext, negative } = vectors.notification;
  const text = platformSignText(headers['Wechatpay-Timestamp'], headers['Wechatpay-Nonce'], Buffer.from(body));

  test('is signed byte for byte as the example', () => {
    expect(text.toString('utf8')).toBe(string_to_verify);
    expect(rsaSign(platformKey, text)).toBe(headers['Wechatpay-Signature']);
    expect(rsaSign(platformKey, flipped(text))).not.toBe(headers['Wechatpay-Signature']);
  });
  test('is encrypted byte for byte as the example', () => {
    const { nonce, associated_data, ciphertext } = JSON.parse(body).resource;
    expect(sealResource(vectors.api_v3_key, decrypted_plaintext, associated_data, nonce)).toBe(ciphertext);
    const other = flipped(Buffer.from(decrypted_plaintext)).toString('utf8');
    expect(sealResource(vectors.api_v3_key, other, associated_data, nonce)).not.toBe(ciphertext);
    expect(sealResource(vectors.api_v3_key, decrypted_plaintext, 'transactioN', nonce)).not.toBe(ciphertext);
  });
  test('probe and tampered body are refused', () => {
    expect(rsaVerify(platformPublicKey, text, negative.probe_signature)).toBe(false);
    const tampered = platformSignText(
      headers['Wechatpay-Timestamp'],
      headers['Wechatpay-Nonce'],
      Buffer.from(negative.tampered_body_must_fail),
    );
    expect(rsaVerify(platformPublicKey, tampered, headers['Wechatpay-Signature'])).toBe(false);
  });
});

test.each([
  ['no header', undefined],
  ['another scheme', 'Bearer abc'],
  ['a missing field', 'WECHATPAY2-SHA256-RSA2048 mchid="1",nonce_str="2",timestamp="3",serial_no="4"'],
  [
    'an unknown field',
    'WECHATPAY2-SHA256-RSA2048 mchid="1",nonce_str="2",timestamp="3",serial_no="4",signature="5",x="6"',
  ],
  [
    'a field given twice',
    'WECHATPAY2-SHA256-RSA2048 mchid="1",mchid="1",nonce_str="2",timestamp="3",serial_no="4",signature="5"',
  ],
  ['no quotes', 'WECHATPAY2-SHA256-RSA2048 mchid=1,nonce_str=2,timestamp=3,serial_no=4,signature=5'],
])('an Authorization header with %s is refused with a reason', (_name, header) => {
  expect(parseAuthorization(header)).toMatch(/Authorization/);
});
