import { createDecipheriv, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import { payCall } from '../testing/shop.ts';
import { rsaSign, rsaVerify } from '../wechat-pay/signing.ts';
import { keysFromVectors, makeFreshKeys, openKeysFile, type SandboxKeys } from './sandbox-keys.ts';

/** Finding primes takes as long as chance wants. */
const KEY_TIMEOUT_MS = 60_000;
let fresh: SandboxKeys;
beforeAll(() => {
  fresh = makeFreshKeys();
}, KEY_TIMEOUT_MS);

test('fresh keys fit together', () => {
  const text = Buffer.from('text');
  const { merchant, platformPublicKey, platformCertificate, apiV3Key } = fresh.wechatPay;
  const { lakala } = fresh;
  for (const pair of [
    ...[merchant, platformPublicKey, platformCertificate, fresh.alipay.app, fresh.alipay.alipay],
    ...[lakala.merchant, lakala.platform],
  ]) {
    expect(rsaVerify(pair.publicKeyPem, text, rsaSign(pair.privateKeyPem, text))).toBe(true);
  }
  const certificate = new X509Certificate(platformCertificate.certificatePem);
  expect(certificate.serialNumber).toBe(platformCertificate.serialNo);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.publicKey.export({ type: 'spki', format: 'pem' })).toBe(platformCertificate.publicKeyPem);
  expect(new X509Certificate(lakala.platform.certificatePem).serialNumber).toBe(lakala.platform.serialNo);
  expect(Buffer.byteLength(apiV3Key)).toBe(32);
  expect(fresh.aliyunSms.templates[fresh.aliyunSms.templateCodes.login]).toContain('code');
});

test(
  'a keys file is made once, for its owner only, and then read',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-keys-'));
    try {
      const path = join(folder, 'new', 'keys.json');
      const made = openKeysFile(path);
      expect(statSync(path).mode & 0o077).toBe(0);
      expect(openKeysFile(path)).toEqual(made);
      expect(made.wechatPay.apiV3Key).not.toBe(fresh.wechatPay.apiV3Key);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  KEY_TIMEOUT_MS,
);

test(
  'a keys file from before a provider was played keeps its keys and gets the new ones',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-keys-'));
    try {
      const path = join(folder, 'keys.json');
      const { alipay: _alipay, unionpay: _unionpay, ...older } = fresh;
      writeFileSync(path, JSON.stringify(older));
      const opened = openKeysFile(path);
      expect(opened).toMatchObject(older);
      expect(opened.alipay.appId).toMatch(/^9021\d{12}$/);
      expect(openKeysFile(path)).toEqual(opened);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  KEY_TIMEOUT_MS,
);

test.each([
  ['example', keysFromVectors],
  ['fresh', () => fresh],
])('the certificate list opens with the APIv3 key (%s keys)', async (_name, makeKeys) => {
  const sandbox = await createSandbox({ port: 0, keys: makeKeys(), controlApi: false, signTestProbes: false });
  try {
    const { data } = await payCall(sandbox, 'GET', '/v3/certificates');
    const { nonce, associated_data, ciphertext } = data.data[0].encrypt_certificate;
    const sealed = Buffer.from(ciphertext, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(sandbox.keys.wechatPay.apiV3Key), Buffer.from(nonce));
    decipher.setAAD(Buffer.from(associated_data));
    decipher.setAuthTag(sealed.subarray(-16));
    const pem = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8');
    expect(new X509Certificate(pem).serialNumber).toBe(data.data[0].serial_no);
  } finally {
    await sandbox.close();
  }
});
