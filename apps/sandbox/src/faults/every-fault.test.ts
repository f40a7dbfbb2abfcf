import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { FAULT_SCENARIOS } from '../testing/fault-scenarios.ts';
import type { FaultStage } from '../testing/fault-stage.ts';
import { openReceiver } from '../testing/shop.ts';
import type { FaultProvider } from './fault-book.ts';
import {
  ANSWER_KINDS,
  CASHIER_KINDS,
  DELIVERY_KINDS,
  type FaultKind,
  WRONG_CONTENT_KINDS,
  WRONG_SIGNATURE_KINDS,
} from './fault-kinds.ts';

const START_MS = Date.parse('2026-11-20T09:00:00+08:00');
const KEYS = keysFromVectors();
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let sandbox: Sandbox;

/** Time stands still unless a scenario moves it, and the same seed makes the same ids. */
const start = () =>
  createSandbox({
    ...{ port: 0, keys: KEYS, controlApi: true, signTestProbes: false, seed: 11 },
    clock: { now: () => START_MS },
  });
const stage = (): FaultStage => ({
  ...{ sandbox, url: receiver.url, received: receiver.received },
  answerWith: (text) => {
    receiver.answer = text;
  },
});

beforeEach(async () => {
  receiver = await openReceiver();
  receiver.answer = 'success';
  sandbox = await start();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const idle = await start();
const offers = idle.control.faults.offers();
await idle.close();
const providers = Object.keys(FAULT_SCENARIOS) as FaultProvider[];
const struck = providers.flatMap((provider) =>
  Object.entries(offers[provider] ?? {}).flatMap(([kind, calls]) =>
    calls.map((call) => ({ provider, kind: kind as FaultKind, call })),
  ),
);

describe('what a provider offers strikes and can be seen', { timeout: 30_000 }, () => {
  const sound = new Map<string, unknown>();

  test.each(struck)('$provider $call $kind', async ({ provider, kind, call }) => {
    const scenario = FAULT_SCENARIOS[provider][call];
    if (!scenario) throw new Error(`no scenario shows ${call} of ${provider}`);
    const name = `${provider} ${call}`;
    if (!sound.has(name)) {
      sound.set(name, await scenario(stage()));
      await sandbox.close();
      sandbox = await start();
      receiver.received.length = 0;
    }
    sandbox.control.faults.add({ provider, kind, call });
    const spoiled = await scenario(stage());
    expect(sandbox.control.faults.list()).toMatchObject([{ kind, strikes: 1 }]);
    expect(spoiled).not.toEqual(sound.get(name));
  });
});

/** What every way to pay can suffer, as far as its protocol has the notion. */
const GENERAL: readonly FaultKind[] = [
  ...[...ANSWER_KINDS, ...CASHIER_KINDS, ...DELIVERY_KINDS, ...WRONG_CONTENT_KINDS, ...WRONG_SIGNATURE_KINDS],
  ...([
    'bad_response_sign',
    'clock_skew',
    'double_pay',
    'late_pay_after_close',
    'pay_between_query_and_close',
  ] as const),
  ...(['refund_pending', 'refund_fail', 'refund_abnormal', 'refund_account_empty', 'refund_dup'] as const),
  ...(['bill_missing', 'bill_hash_wrong', 'bill_extra_row', 'bill_missing_row', 'bill_amount_diff'] as const),
];
/** General kinds without a notion at a provider: no time or application in a message, no close call, no bill, … */
const WITHOUT: Partial<Record<FaultProvider, readonly FaultKind[]>> = {
  'wechat-pay': [],
  alipay: ['notify_stale', 'notify_wrong_currency', 'refund_abnormal', 'bill_hash_wrong'],
  unionpay: [
    ...(['notify_stale', 'notify_wrong_appid', 'pay_between_query_and_close'] as const),
    ...(['refund_abnormal', 'refund_account_empty', 'bill_hash_wrong'] as const),
  ],
  'medical-account': ['notify_wrong_currency', 'refund_account_empty', 'bill_hash_wrong'],
  lakala: [
    ...(['notify_wrong_currency', 'notify_wrong_appid', 'refund_dup'] as const),
    ...(['bill_missing', 'bill_hash_wrong', 'bill_extra_row', 'bill_missing_row', 'bill_amount_diff'] as const),
  ],
  rb: [
    ...(['notify_wrong_currency', 'notify_wrong_appid', 'notify_foreign_cert', 'refund_abnormal'] as const),
    ...(['bill_missing', 'bill_hash_wrong', 'bill_extra_row', 'bill_missing_row', 'bill_amount_diff'] as const),
  ],
};

describe('what a provider has no notion of', () => {
  test.each(Object.entries(WITHOUT))('%s: exactly this is missing, and refused by name', (provider, missing) => {
    const has = Object.keys(offers[provider as FaultProvider] ?? {});
    const lacks = GENERAL.filter((kind) => !has.includes(kind));
    expect([...lacks].sort()).toEqual([...missing].sort());
    for (const kind of missing) {
      expect(() => sandbox.control.faults.add({ provider: provider as FaultProvider, kind })).toThrow(
        `${provider} has no fault ${kind}`,
      );
    }
  });

  test('a kind at a call where it cannot strike is refused with the calls where it can', () => {
    expect(() => sandbox.control.faults.add({ provider: 'alipay', kind: 'clock_skew', call: 'bill.download' })).toThrow(
      'not at bill.download',
    );
  });
});
