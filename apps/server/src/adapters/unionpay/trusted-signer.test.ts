import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signed } from './acp-signature.ts';
import { createMessageCheck } from './trusted-signer.ts';

const { key, root, middle, ...signers }: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/unionpay-certificates.json', import.meta.url), 'utf8'),
);
const UNIONPAY = '中国银联股份有限公司';
const IN_2027 = Date.parse('2027-01-01T00:00:00+08:00');

/** What is wrong with a message that this signer signed. */
function faultOf(signer: string, given: { trusted?: string; organisation?: string; nowMs?: number } = {}) {
  const { trusted = `${root}${middle}`, organisation = UNIONPAY, nowMs = IN_2027 } = given;
  const message = signed(
    { orderId: 'ORDER0001', txnAmt: '15800', signPubKeyCert: signers[signer] as string },
    createPrivateKey(key as string),
  );
  return createMessageCheck({ certificatesPem: trusted, organisation })(message, nowMs);
}

test('a certificate made out to UnionPay counts below the root and below the middle certificate', () => {
  expect(faultOf('signer')).toBeNull();
  expect(faultOf('direct')).toBeNull();
  expect(faultOf('expired')).toBeNull();
});

test.each([
  ['shop', {}, 'of the same authority, made out to a merchant'],
  ['twonames', {}, 'made out to two'],
  ['forged', {}, 'of an authority that only bears the name'],
  ['viashop', {}, 'issued by a merchant’s certificate'],
  ['viashop', { trusted: `${root}${middle}${signers.shop}` }, 'issued by a certificate that may issue none'],
  ['signer', { trusted: root }, 'whose middle certificate is not known'],
  ['signer', { organisation: '00040000:SIGN' }, 'of another organisation than is expected'],
  ['expired', { nowMs: IN_2027 + 366 * 86_400_000 }, 'that has expired'],
  ['signer', { nowMs: Date.parse('2026-01-01T00:00:00+08:00') }, 'that is not valid yet'],
  ['signer', { nowMs: Date.parse('2049-01-01T00:00:00+08:00') }, 'whose root has expired'],
])('%s %j: a certificate %s does not count', (signer, given, _why) => {
  expect(faultOf(signer, given)).toBe('certificate');
});

test('no certificate, or none that can be read, does not count', () => {
  const check = createMessageCheck({ certificatesPem: `${root}${middle}`, organisation: UNIONPAY });
  for (const signPubKeyCert of ['', 'MII', '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----'])
    expect(check({ orderId: 'ORDER0001', signPubKeyCert, signature: 'AAAA' }, IN_2027)).toBe('certificate');
});

test('a trusted certificate does not make up for a signature that does not fit', () => {
  const check = createMessageCheck({ certificatesPem: `${root}${middle}`, organisation: UNIONPAY });
  const fields = { orderId: 'ORDER0001', signPubKeyCert: signers.signer as string };
  const message = signed(fields, createPrivateKey(key as string));
  expect(check({ ...message, orderId: 'ORDER0002' }, IN_2027)).toBe('signature');
  expect(check({ ...message, added: '1' }, IN_2027)).toBe('signature');
  expect(check(fields, IN_2027)).toBe('signature');
  expect(check({ ...message, added: '' }, IN_2027)).toBeNull();
});

test.each([
  ['no certificate', ''],
  ['no root', middle as string],
  ['a broken one', '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----'],
])('%s to start from is refused at once', (_name, certificatesPem) => {
  expect(() => createMessageCheck({ certificatesPem, organisation: UNIONPAY })).toThrow();
});
