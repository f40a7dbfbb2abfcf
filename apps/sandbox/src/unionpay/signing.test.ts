import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { acpSign, acpVerify, digestHex, type Fields, signText } from './signing.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/unionpay-acp510.json', import.meta.url), 'utf8'),
);
const publicKeyOf = (pem: string) => String(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' }));

test('the payment example is accepted, and refused after one flipped byte', () => {
  const { input, string_to_sign, sha256_hex, signature } = vectors.request_front;
  const key = publicKeyOf(vectors.merchant.certificate_pem);
  expect(signText({ ...input, signature, reqReserved: '' })).toBe(string_to_sign);
  expect(digestHex(signText(input))).toBe(sha256_hex);
  expect(acpVerify(key, input, signature)).toBe(true);
  expect(acpVerify(key, { ...input, txnAmt: '15801' }, signature)).toBe(false);
  expect(acpVerify(key, input, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`)).toBe(false);
  expect(acpVerify(publicKeyOf(vectors.unionpay.signing_certificate_pem), input, signature)).toBe(false);
});

test('the notification example is signed byte for byte, and otherwise after one flipped byte', () => {
  const { form_body, string_to_sign, sha256_hex, signature } = vectors.back_notification;
  const sent: Fields = Object.fromEntries(new URLSearchParams(form_body));
  expect(signText(sent)).toBe(string_to_sign);
  expect(digestHex(signText(sent))).toBe(sha256_hex);
  const key = vectors.unionpay.private_key_pem_for_the_sandbox;
  expect(acpSign(key, sent)).toBe(signature);
  expect(acpSign(key, { ...sent, queryId: '102601010800001234568' })).not.toBe(signature);
});
