import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysFromVectors, makeFreshKeys } from '@huimin/sandbox';
import { afterAll, expect, test } from 'vitest';
import { sandboxSettings } from './launch/sandbox-settings.ts';
import { cashierFormOrigins, createPaymentProviders, offeredMethods } from './payment-providers.ts';
import { openDevelopmentKeys } from './settings/development-keys.ts';
import { type Environment, readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-providers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const launched = sandboxSettings(keysFromVectors(), {
  ...{ origin: 'http://localhost:3100', port: 3100, smtpPort: 3125, shop: { port: 3000 } },
});
const settingsOf = (environment: Environment) => readSettings({}, { ...openDevelopmentKeys(folder), ...environment });
const without = (prefix: string): Environment =>
  Object.fromEntries(Object.entries(launched).filter(([name]) => !name.startsWith(prefix)));

function providersOf(environment: Environment, nowMs = 0) {
  return createPaymentProviders({
    settings: settingsOf(environment),
    clock: { now: () => nowMs },
    random: { bytes: randomBytes, below: () => 0 },
    log: { info() {}, warn() {}, error() {} },
  });
}

function codesOf(environment: Environment): string[] {
  const made = providersOf(environment);
  made.closeConnections();
  return [...made.providers.keys()];
}

test('the launched sandbox stands for Lakala and the insurer’s cashier too', () => {
  expect(codesOf(launched)).toEqual(expect.arrayContaining(['wechat-pay', 'lakala', 'rb']));
  expect([...offeredMethods(settingsOf(launched))]).toEqual(expect.arrayContaining(['wxpay', 'lakala', 'rb']));
});

test.each([
  ['LKL_', 'lakala'],
  ['RB_', 'rb'],
])('without the settings %s… nothing of it is there or offered', (prefix, code) => {
  expect(codesOf(without(prefix))).not.toContain(code);
  expect(offeredMethods(settingsOf(without(prefix))).has(code)).toBe(false);
});

test('a form may go to UnionPay’s gateway and, at the real one, to the hosts it may be handed on to', () => {
  expect(cashierFormOrigins(settingsOf(launched))).toEqual([new URL(launched.UNIONPAY_BASE as string).origin]);
  const real = settingsOf({ ...launched, UNIONPAY_BASE: 'https://gateway.95516.com' });
  expect(cashierFormOrigins(real)).toEqual(['https://gateway.95516.com', 'https://*.95516.com']);
  expect(cashierFormOrigins(settingsOf(without('UNIONPAY_')))).toEqual([]);
});

test('a notice of before a change of keys is believed while the former ones are listed in their pairs', async () => {
  const path = new URL('../../../tests/vectors/providers/wechatpay-v3.json', import.meta.url);
  const { notification } = JSON.parse(readFileSync(path, 'utf8'));
  const headers = Object.fromEntries(
    Object.entries<string>(notification.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const { apiV3Key, platformPublicKey: pair } = makeFreshKeys().wechatPay;
  const turned = {
    WXPAY_API_V3_KEY: `${apiV3Key},${launched.WXPAY_API_V3_KEY}`,
    WXPAY_PUBLIC_KEY_ID: `${pair.publicKeyId},${launched.WXPAY_PUBLIC_KEY_ID}`,
    WXPAY_PUBLIC_KEY: `${pair.publicKeyPem}${launched.WXPAY_PUBLIC_KEY}`,
  };
  const read = async (change: Environment) => {
    const made = providersOf({ ...launched, ...change }, Number(headers['wechatpay-timestamp']) * 1000);
    const result = await made.wechatPay.verifyNotice({ headers, body: Buffer.from(notification.body) });
    made.closeConnections();
    return result;
  };
  expect(await read(turned)).toMatchObject({ kind: 'paid' });
  expect(await read({ ...turned, WXPAY_API_V3_KEY: apiV3Key })).toMatchObject({ reason: 'decryption' });
  const single = { WXPAY_PUBLIC_KEY_ID: pair.publicKeyId, WXPAY_PUBLIC_KEY: pair.publicKeyPem };
  expect(await read({ ...turned, ...single })).toMatchObject({ reason: 'unknown-key' });
});
