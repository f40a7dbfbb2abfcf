import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysFromVectors } from '@huimin/sandbox';
import { afterAll, expect, test } from 'vitest';
import { sandboxSettings } from './launch/sandbox-child.ts';
import { cashierFormOrigins, createPaymentProviders, offeredMethods } from './payment-providers.ts';
import { openDevelopmentKeys } from './settings/development-keys.ts';
import { type Environment, readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-providers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const launched = sandboxSettings(keysFromVectors(), {
  ...{ origin: 'http://localhost:3100', port: 3100, shop: { port: 3000 } },
});
const settingsOf = (environment: Environment) => readSettings({}, { ...openDevelopmentKeys(folder), ...environment });
const without = (prefix: string): Environment =>
  Object.fromEntries(Object.entries(launched).filter(([name]) => !name.startsWith(prefix)));

function codesOf(environment: Environment): string[] {
  const made = createPaymentProviders({
    settings: settingsOf(environment),
    clock: { now: () => 0 },
    random: { bytes: randomBytes, below: () => 0 },
    log: { info() {}, warn() {}, error() {} },
  });
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
