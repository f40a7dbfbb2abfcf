import { createSandbox, type Sandbox } from '@huimin/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SentMessages, SmsGateway, SmsMessage } from '../../ports/sms-gateway.ts';
import { createExchange, type ExchangeRequest } from '../http-exchange.ts';
import { createTencentSms } from './index.ts';
import { readSendResult } from './send-result.ts';

let sandbox: Sandbox;
let gateway: SmsGateway & SentMessages;
let waits: number[];
const http = createExchange();
const noted: object[] = [];
const asked: ExchangeRequest[] = [];
const { now } = Date;

const message = (phone: string): SmsMessage => ({
  phone,
  template: 'login-code',
  parameters: { code: '246810' },
  outId: 'login-1',
});

function createGateway(
  overrides: { secretKey?: string; signedHost?: string; skewMs?: number } = {},
): SmsGateway & SentMessages {
  const { secretId, secretKey, sms } = sandbox.keys.tencent;
  return createTencentSms({
    baseUrl: sandbox.origin,
    signedHost: overrides.signedHost ?? 'sms.tencentcloudapi.com',
    region: 'ap-nanjing',
    secretId,
    secretKey: overrides.secretKey ?? secretKey,
    sdkAppId: sms.sdkAppId,
    signName: sms.signName,
    templateIds: { 'login-code': sms.templateIds.login },
    // Ten seconds of waiting for an answer that never comes are cut to a third of one; every other answer has its time.
    exchange: (request) => {
      asked.push(request);
      const unanswered = String(request.body).includes('19000000004');
      return http.send(unanswered ? { ...request, totalTimeoutMs: 300 } : request);
    },
    clock: { now: () => now() + (overrides.skewMs ?? 0) },
    sleep: async (ms) => void waits.push(ms),
    log: { info: (fields) => void noted.push(fields), warn() {}, error() {} },
  });
}

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, controlApi: true });
});
afterAll(async () => {
  http.close();
  await sandbox.close();
});
beforeEach(() => {
  sandbox.control.reset();
  waits = [];
  asked.length = 0;
  noted.length = 0;
  gateway = createGateway();
});

const received = (phone: string): number => sandbox.control.sms(phone).length;

describe('against the strict gateway', () => {
  test('a message arrives with its code', async () => {
    expect(await gateway.send(message('19000000100'))).toMatchObject({
      kind: 'accepted',
      providerId: expect.any(String),
    });
    expect(sandbox.control.sms('19000000100')[0]?.text).toContain('246810');
    expect(noted).toEqual([]);
    expect(asked[0]).toMatchObject({ connectTimeoutMs: 3_000, totalTimeoutMs: 10_000 });
  });

  test.each([
    ['a wrong secret', { secretKey: 'wrong' }, 'AuthFailure.SignatureFailure'],
    ['another signed host', { signedHost: 'sms.example.com' }, 'AuthFailure.SignatureFailure'],
    ['a clock that is 6 minutes late', { skewMs: -6 * 60_000 }, 'AuthFailure.SignatureExpire'],
  ])('%s is refused', async (_name, overrides, code) => {
    expect(await createGateway(overrides).send(message('19000000101'))).toMatchObject({ kind: 'refused', code });
    expect(received('19000000101')).toBe(0);
    expect(noted).toMatchObject([{ action: 'SendSms', code, providerRequestId: expect.stringMatching(/^[-\w]{8,}$/) }]);
  });

  test("the gateway's limit and a wrong number are told apart", async () => {
    expect(await gateway.send(message('19000000001'))).toEqual({ kind: 'limited' });
    expect(await gateway.send(message('19000000003'))).toEqual({ kind: 'wrong-number' });
    expect(await gateway.send(message('19000000002'))).toMatchObject({
      kind: 'refused',
      code: 'FailedOperation.PhoneNumberInBlacklist',
    });
    // Refused for the number alone, although the call itself was taken.
    expect(noted.at(-1)).toMatchObject({
      ...{ code: 'FailedOperation.PhoneNumberInBlacklist', providerRequestId: expect.any(String) },
    });
    expect(JSON.stringify(noted)).not.toContain('1900000000');
  });

  test('a message that went out without an answer is not sent again', async () => {
    expect(await gateway.send(message('19000000004'))).toMatchObject({ kind: 'unknown' });
    expect(asked).toHaveLength(1);
    await expect.poll(() => received('19000000004')).toBe(1);
  });

  test.each(['http_502_html', 'truncated', 'not_json', 'http_500'] as const)('%s leaves it open', async (kind) => {
    sandbox.control.faults.add({ provider: 'tencent', call: 'SendSms', kind, times: 1 });
    expect(await gateway.send(message('19000000102'))).toMatchObject({ kind: 'unknown' });
    expect(asked).toHaveLength(1);
  });

  test.each(['busy_code', 'rate_limit'] as const)('after %s it is tried once more, a second later', async (kind) => {
    sandbox.control.faults.add({ provider: 'tencent', call: 'SendSms', kind, times: 1 });
    expect(await gateway.send(message('19000000103'))).toMatchObject({ kind: 'accepted' });
    expect(waits).toEqual([1_000]);
    sandbox.control.faults.add({ provider: 'tencent', call: 'SendSms', kind, times: 5 });
    expect(await gateway.send(message('19000000104'))).toMatchObject({ kind: 'refused' });
    expect(asked).toHaveLength(4);
  });
});

test('what went out without an answer is found by its receipt; that there is none is sure after three days', async () => {
  const asked = { phone: '19000000004', outId: 'login-1', sinceMs: now() - 60_000 };
  expect(await gateway.wasSent(asked)).toBe('unknown');
  await gateway.send(message('19000000004'));
  await expect.poll(() => received('19000000004')).toBe(1);
  expect(await gateway.wasSent(asked)).toBe('sent');
  const long = { ...asked, outId: 'login-2', sinceMs: now() - 74 * 3_600_000 };
  expect(await gateway.wasSent({ ...asked, outId: 'login-2' })).toBe('unknown');
  expect(await gateway.wasSent(long)).toBe('not-sent');
  sandbox.control.faults.add({
    provider: 'tencent',
    call: 'PullSmsSendStatusByPhoneNumber',
    kind: 'busy_code',
    times: 1,
  });
  expect(await gateway.wasSent(long)).toBe('unknown');
});

test('a message without a template of its own is refused before anything is sent', async () => {
  expect(await gateway.send({ ...message('19000000105'), template: 'policy-issued' })).toMatchObject({
    kind: 'refused',
    code: 'no-template',
  });
  expect(asked).toHaveLength(0);
});

const numbers = (code: string) => JSON.stringify({ Response: { SendStatusSet: [{ Code: code }], RequestId: 'r' } });
const refusal = (code: string) => JSON.stringify({ Response: { Error: { Code: code }, RequestId: 'r' } });

test.each([
  [200, numbers('Ok'), 'accepted'],
  [200, numbers('LimitExceeded.PhoneNumberDailyLimit'), 'limited'],
  [200, numbers('FailedOperation.InsufficientBalanceInSmsPackage'), 'refused'],
  [200, numbers('InternalError.Timeout'), 'unknown'],
  [200, refusal('InternalError.Timeout'), 'unknown'],
  [200, refusal('AuthFailure.SignatureFailure'), 'refused'],
  [200, refusal('Ok'), 'refused'],
  [200, '{"Response":{"SendStatusSet":[],"RequestId":"r"}}', 'unknown'],
  [500, numbers('Ok'), 'unknown'],
  [200, '{"Response":[]}', 'unknown'],
  [200, 'null', 'unknown'],
])('status %i with %s means %s', (status, body, kind) => {
  expect(readSendResult(status, body).kind).toBe(kind);
});
