import { randomBytes, randomInt } from 'node:crypto';
import { createSandbox, type Sandbox } from '@huimin/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SentMessages, SmsGateway, SmsMessage } from '../../ports/sms-gateway.ts';
import { createExchange, type ExchangeRequest } from '../http-exchange.ts';
import { createAliyunSms } from './index.ts';
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
  overrides: { accessKeySecret?: string; signedHost?: string; skewMs?: number } = {},
): SmsGateway & SentMessages {
  const keys = sandbox.keys.aliyunSms;
  return createAliyunSms({
    baseUrl: sandbox.origin,
    signedHost: overrides.signedHost ?? 'dysmsapi.aliyuncs.com',
    accessKeyId: keys.accessKeyId,
    accessKeySecret: overrides.accessKeySecret ?? keys.accessKeySecret,
    signName: keys.signName,
    templateCodes: { 'login-code': keys.templateCodes.login },
    // Ten seconds of waiting for an answer that never comes are cut to a third of one; every other answer has its time.
    exchange: (request) => {
      asked.push(request);
      const unanswered = String(request.url.href).includes('19000000004');
      return http.send(unanswered ? { ...request, totalTimeoutMs: 300 } : request);
    },
    clock: { now: () => now() + (overrides.skewMs ?? 0) },
    random: { bytes: randomBytes, below: randomInt },
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
    ['a wrong secret', { accessKeySecret: 'wrong' }, 'SignatureDoesNotMatch'],
    ['another signed host', { signedHost: 'dysmsapi.example.com' }, 'SignatureDoesNotMatch'],
    ['a clock that is 20 minutes late', { skewMs: -20 * 60_000 }, 'InvalidTimeStamp.Expired'],
  ])('%s is refused', async (_name, overrides, code) => {
    expect(await createGateway(overrides).send(message('19000000101'))).toMatchObject({ kind: 'refused', code });
    expect(received('19000000101')).toBe(0);
    // What the gateway's support asks for first; nothing of whom the message was for.
    expect(noted).toMatchObject([{ action: 'SendSms', code, providerRequestId: expect.stringMatching(/^[-\w]{8,}$/) }]);
    expect(JSON.stringify(noted)).not.toContain('19000000101');
  });

  test("the gateway's limit and a wrong number are told apart", async () => {
    expect(await gateway.send(message('19000000001'))).toEqual({ kind: 'limited' });
    expect(await gateway.send(message('19000000003'))).toEqual({ kind: 'wrong-number' });
  });

  test('a message that went out without an answer is not sent again', async () => {
    expect(await gateway.send(message('19000000004'))).toMatchObject({ kind: 'unknown' });
    expect(asked).toHaveLength(1);
    await expect.poll(() => received('19000000004')).toBe(1);
  });

  test.each(['http_502_html', 'truncated', 'not_json', 'http_500'] as const)('%s leaves it open', async (kind) => {
    sandbox.control.faults.add({ provider: 'aliyun-sms', call: 'SendSms', kind, times: 1 });
    expect(await gateway.send(message('19000000102'))).toMatchObject({ kind: 'unknown' });
    expect(asked).toHaveLength(1);
  });

  test.each(['busy_code', 'rate_limit'] as const)('after %s it is tried once more, a second later', async (kind) => {
    sandbox.control.faults.add({ provider: 'aliyun-sms', call: 'SendSms', kind, times: 1 });
    expect(await gateway.send(message('19000000103'))).toMatchObject({ kind: 'accepted' });
    expect(waits).toEqual([1_000]);
    sandbox.control.faults.add({ provider: 'aliyun-sms', call: 'SendSms', kind, times: 5 });
    expect(await gateway.send(message('19000000104'))).toMatchObject({ kind: 'refused' });
    expect(asked).toHaveLength(4);
  });
});

test('what went out without an answer is found again by its own id, also from the day before', async () => {
  const asked = { phone: '19000000004', outId: 'login-1', sinceMs: now() - 60_000 };
  expect(await gateway.wasSent(asked)).toBe('not-sent');
  await gateway.send(message('19000000004'));
  await expect.poll(() => received('19000000004')).toBe(1);
  expect(await gateway.wasSent(asked)).toBe('sent');
  expect(await gateway.wasSent({ ...asked, sinceMs: now() - 30 * 3_600_000 })).toBe('sent');
  expect(await gateway.wasSent({ ...asked, outId: 'login-2' })).toBe('not-sent');
  sandbox.control.faults.add({ provider: 'aliyun-sms', call: 'QuerySendDetails', kind: 'not_json', times: 1 });
  expect(await gateway.wasSent(asked)).toBe('unknown');
  sandbox.control.faults.add({ provider: 'aliyun-sms', call: 'QuerySendDetails', kind: 'busy_code', times: 1 });
  expect(await gateway.wasSent({ ...asked, outId: 'login-2' })).toBe('unknown');
});

test('a message without a template of its own is refused before anything is sent', async () => {
  expect(await gateway.send({ ...message('19000000105'), template: 'policy-issued' })).toMatchObject({
    kind: 'refused',
    code: 'no-template',
  });
  expect(asked).toHaveLength(0);
});

test.each([
  [200, '{"Code":"isv.DAY_LIMIT_CONTROL"}', 'limited'],
  [200, '{"Code":"isv.AMOUNT_NOT_ENOUGH"}', 'refused'],
  [400, '{"Code":"OK"}', 'unknown'],
  [200, '[]', 'unknown'],
  [200, 'null', 'unknown'],
  [503, '{"Code":"ServiceUnavailable"}', 'unknown'],
])('status %i with %s means %s', (status, body, kind) => {
  expect(readSendResult(status, body).kind).toBe(kind);
});
