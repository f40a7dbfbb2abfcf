import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { type SmsCallChange, smsCall } from '../testing/shop.ts';

const MINUTE = 60_000;
let sandbox: Sandbox;

beforeEach(async () => {
  // Morning in Beijing, so that ten messages over hours stay within one day.
  const startMs = Date.parse('2026-11-20T08:00:00+08:00');
  sandbox = await createSandbox({
    port: 0,
    keys: keysFromVectors(),
    seed: 7,
    controlApi: true,
    clock: { now: () => startMs },
  });
});
afterEach(() => sandbox.close());

const send = (phone = '19000000000', more: Record<string, string> = {}, change: SmsCallChange = {}) =>
  smsCall(
    sandbox,
    {
      PhoneNumbers: phone,
      SignName: '补充医保',
      TemplateCode: 'SMS_100000001',
      TemplateParam: '{"code":"123456"}',
      ...more,
    },
    change,
  );

describe('the door answers 4xx for', () => {
  const ago = (ms: number) => new Date(sandbox.clock.now() - ms).toISOString().replace(/\.\d+Z$/, 'Z');
  test.each<[string, number, string, () => SmsCallChange]>([
    ['another signed host', 400, 'SignatureDoesNotMatch', () => ({ host: 'localhost' })],
    ['an unknown access key', 404, 'InvalidAccessKeyId.NotFound', () => ({ accessKeyId: 'LTAI0' })],
    ['a date 16 minutes old', 400, 'InvalidTimeStamp.Expired', () => ({ date: ago(16 * MINUTE) })],
    ['a date 16 minutes ahead', 400, 'InvalidTimeStamp.Expired', () => ({ date: ago(-16 * MINUTE) })],
    ['a date with milliseconds', 400, 'InvalidTimeStamp.Format', () => ({ date: '2026-11-20T00:00:00.000Z' })],
    ['another version', 400, 'InvalidVersion', () => ({ version: '2017-05-26' })],
    ['another action', 404, 'InvalidAction.NotFound', () => ({ action: 'SendCards' })],
  ])('%s', async (_name, status, code, change) => {
    expect(await send('19000000000', {}, change())).toMatchObject({
      status,
      data: { Code: code, RequestId: expect.any(String) },
    });
    expect(sandbox.control.sms()).toEqual([]);
  });

  test('a nonce used twice', async () => {
    await send('19000000000', {}, { nonce: 'n1' });
    expect(await send('19000000009', {}, { nonce: 'n1' })).toMatchObject({
      status: 400,
      data: { Code: 'SignatureNonceUsed' },
    });
  });
});

describe('the message', () => {
  test.each<[string, Record<string, string>, string]>([
    ['another signature name', { SignName: '别人' }, 'isv.SMS_SIGNATURE_ILLEGAL'],
    ['an unknown template', { TemplateCode: 'SMS_1' }, 'isv.SMS_TEMPLATE_ILLEGAL'],
    ['a missing variable', { TemplateParam: '{}' }, 'isv.TEMPLATE_MISSING_PARAMETERS'],
    ['variables that are no JSON', { TemplateParam: 'code=1' }, 'isv.INVALID_JSON_PARAM'],
    ['a code that is no code', { TemplateParam: '{"code":"http://a.cn"}' }, 'isv.TEMPLATE_PARAMS_ILLEGAL'],
    ['a number that is none', { PhoneNumbers: '12345' }, 'isv.MOBILE_NUMBER_ILLEGAL'],
  ])('with %s is refused inside 200', async (_name, more, code) => {
    expect(await send('19000000000', more)).toMatchObject({ status: 200, data: { Code: code } });
    expect(sandbox.control.sms()).toEqual([]);
  });

  test('goes to several numbers, and delivery can be asked for', async () => {
    const { data } = await send('19000000000,+8619000000009');
    expect(sandbox.control.sms().map((message) => message.phone)).toEqual(['19000000009', '19000000000']);
    const details = await smsCall(
      sandbox,
      { PhoneNumber: '19000000009', BizId: data.BizId, SendDate: '20261120', PageSize: '10', CurrentPage: '1' },
      { action: 'QuerySendDetails' },
    );
    expect(details.data.SmsSendDetailDTOs.SmsSendDetailDTO).toMatchObject([{ PhoneNum: '19000000009', SendStatus: 3 }]);
  });
});

describe('limits of one number', () => {
  const code = async (phone?: string): Promise<string> => (await send(phone)).data.Code;
  test('one a minute', async () => {
    expect(await code()).toBe('OK');
    expect(await code()).toBe('isv.BUSINESS_LIMIT_CONTROL');
    expect(await code('19000000009')).toBe('OK');
    await sandbox.clock.advance(MINUTE);
    expect(await code()).toBe('OK');
  });
  test('five an hour, ten a day, free again the next day', async () => {
    for (let i = 0; i < 5; i += 1) {
      expect(await code()).toBe('OK');
      await sandbox.clock.advance(2 * MINUTE);
    }
    expect(await code()).toBe('isv.BUSINESS_LIMIT_CONTROL');
    for (let i = 0; i < 5; i += 1) {
      await sandbox.clock.advance(60 * MINUTE);
      expect(await code()).toBe('OK');
    }
    await sandbox.clock.advance(60 * MINUTE);
    expect((await send()).data.Message).toBe('触发天级流控Permits:10');
    await sandbox.clock.set(Date.parse('2026-11-21T00:00:01+08:00'));
    expect(await code()).toBe('OK');
  });
});

test('a notice and a code do not wait for each other; fifty notices a day', async () => {
  const notice = { TemplateCode: 'SMS_100000002', TemplateParam: '{"product":"保障","count":"2"}' };
  const code = async (more = {}): Promise<string> => (await send('19000000000', more)).data.Code;
  for (let i = 0; i < 50; i += 1) expect(await code(notice)).toBe('OK');
  expect(await code()).toBe('OK');
  expect(await code(notice)).toBe('isv.BUSINESS_LIMIT_CONTROL');
  expect(await code()).toBe('isv.BUSINESS_LIMIT_CONTROL');
});

describe('magic numbers', () => {
  test.each([
    ['19000000001', 'isv.BUSINESS_LIMIT_CONTROL'],
    ['19000000002', 'isv.BLACK_KEY_CONTROL_LIMIT'],
    ['19000000003', 'isv.MOBILE_NUMBER_ILLEGAL'],
  ])('%s answers %s', async (phone, code) => {
    expect((await send(phone)).data.Code).toBe(code);
    expect(sandbox.control.sms()).toEqual([]);
  });
  test('19000000004 gets the message, the caller no answer', async () => {
    const answer = expect(send('19000000004')).rejects.toThrow();
    await expect.poll(() => sandbox.control.sms('19000000004').length).toBe(1);
    await sandbox.close();
    await answer;
  });
});

test('the request log hides the middle of phone numbers', async () => {
  await send('19012345678');
  expect(sandbox.control.log()[0]?.target).toContain('190****5678');
  expect(sandbox.control.log()[0]?.target).not.toContain('19012345678');
});
