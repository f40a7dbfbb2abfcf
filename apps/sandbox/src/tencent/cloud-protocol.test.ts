import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { type CloudCallChange, cloudCall, smsBody } from '../testing/cloud-shop.ts';

const MINUTE = 60_000;
const START_MS = Date.parse('2026-11-20T08:00:00+08:00');
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({
    ...{ port: 0, keys: keysFromVectors(), seed: 5, controlApi: true },
    clock: { now: () => START_MS },
  });
});
afterEach(() => sandbox.close());

const send = (phone = '13800138000', more: Record<string, unknown> = {}, change: CloudCallChange = {}) =>
  cloudCall(sandbox, 'SendSms', smsBody(sandbox, phone, more), change);
const statusOf = async (phone?: string, more?: Record<string, unknown>): Promise<string> =>
  (await send(phone, more)).data.SendStatusSet[0].Code;

describe('the door refuses inside 200', () => {
  const seconds = START_MS / 1000;
  test.each<[string, string, CloudCallChange]>([
    ['another signed host', 'AuthFailure.SignatureFailure', { host: 'localhost' }],
    ['another service in the scope', 'AuthFailure.SignatureFailure', { service: 'ocr' }],
    ['a host that is not signed', 'AuthFailure.SignatureFailure', { signedHeaders: ['content-type'] }],
    ['headers signed out of order', 'AuthFailure.SignatureFailure', { signedHeaders: ['host', 'content-type'] }],
    ['a body changed on its way', 'AuthFailure.SignatureFailure', { sentBody: '{}' }],
    ['an unknown key', 'AuthFailure.SecretIdNotFound', { secretId: 'AKID0' }],
    ['a time five minutes old', 'AuthFailure.SignatureExpire', { headers: { 'x-tc-timestamp': `${seconds - 301}` } }],
    ['a time five minutes ahead', 'AuthFailure.SignatureExpire', { headers: { 'x-tc-timestamp': `${seconds + 301}` } }],
    ['another version', 'NoSuchVersion', { headers: { 'x-tc-version': '2019-07-11' } }],
    ['an unknown action', 'InvalidAction', { headers: { 'x-tc-action': 'SendMail' } }],
    ['a region without the service', 'UnsupportedRegion', { headers: { 'x-tc-region': 'ap-chengdu' } }],
    ['a body that is no JSON by its label', 'UnsupportedProtocol', { headers: { 'content-type': 'text/plain' } }],
  ])('%s', async (_name, code, change) => {
    expect(await send('13800138000', {}, change)).toMatchObject({ status: 200, code });
    expect(sandbox.control.sms()).toEqual([]);
  });

  test('and the log shows the text that would have been signed', async () => {
    await send('13800138000', {}, { host: 'localhost' });
    expect(sandbox.control.log()[0]).toMatchObject({ provider: 'tencent', call: 'SendSms' });
    expect(sandbox.control.log()[0]?.expectedSignText).toContain('host:sms.tencentcloudapi.com');
  });

  test('only content type and host need to be signed', async () => {
    const change = { signedHeaders: ['content-type', 'host'] };
    expect((await send('13800138000', {}, change)).data.SendStatusSet).toMatchObject([{ Code: 'Ok' }]);
  });
});

describe('a message', () => {
  test('reaches the phone, and is answered number by number', async () => {
    const { data } = await send('13800138000', {
      PhoneNumberSet: ['+8613800138000', '13800138005', '12345'],
      SessionContext: 'm1',
    });
    expect(data.SendStatusSet).toMatchObject([
      { Code: 'Ok', PhoneNumber: '+8613800138000', Fee: 1, SessionContext: 'm1', SerialNo: expect.any(String) },
      { Code: 'Ok', PhoneNumber: '+8613800138005' },
      { Code: 'InvalidParameterValue.IncorrectPhoneNumber', PhoneNumber: '12345', Fee: 0, SerialNo: '' },
    ]);
    expect(sandbox.control.sms('13800138000')).toMatchObject([
      {
        gateway: 'tencent',
        params: { code: '123456' },
        text: expect.stringContaining('【补充医保】您的验证码是123456'),
      },
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['another signature name', { SignName: '别人' }, 'FailedOperation.SignatureIncorrectOrUnapproved'],
    ['an unknown template', { TemplateId: '9' }, 'FailedOperation.TemplateIncorrectOrUnapproved'],
    ['a parameter too few', { TemplateParamSet: [] }, 'InvalidParameterValue.TemplateParameterFormatError'],
    ['a code that is no code', { TemplateParamSet: ['a.cn'] }, 'InvalidParameterValue.TemplateParameterFormatError'],
  ])('with %s is not sent', async (_name, more, code) => {
    expect(await statusOf('13800138000', more)).toBe(code);
    expect(sandbox.control.sms()).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['of another application', { SmsSdkAppId: '1' }, 'UnauthorizedOperation.SmsSdkAppIdVerifyFail'],
    ['without a number', { PhoneNumberSet: [] }, 'InvalidParameter'],
    ['for 201 numbers', { PhoneNumberSet: Array(201).fill('13800138000') }, 'LimitExceeded.PhoneNumberCountLimit'],
    ['with numbers for texts', { TemplateParamSet: [1] }, 'InvalidParameter'],
    ['with a field nobody knows', { Sign: 'x' }, 'UnknownParameter'],
  ])('%s is refused as a whole', async (_name, more, code) => {
    expect((await send('13800138000', more)).code).toBe(code);
  });

  test.each([
    ['13800130001', 'LimitExceeded.PhoneNumberThirtySecondLimit'],
    ['13800130002', 'FailedOperation.PhoneNumberInBlacklist'],
    ['13800130003', 'InvalidParameterValue.IncorrectPhoneNumber'],
  ])('to the magic number %s answers %s', async (phone, code) => {
    expect(await statusOf(phone)).toBe(code);
    expect(sandbox.control.sms()).toEqual([]);
  });

  test('to a number that ends in 0004 arrives, its answer never does', async () => {
    const answer = expect(send('13800130004')).rejects.toThrow();
    await expect.poll(() => sandbox.control.sms('13800130004').length).toBe(1);
    await sandbox.close();
    await answer;
  });

  test('is limited to one a minute, five an hour and ten a day, apart from the other gateway', async () => {
    expect(await statusOf()).toBe('Ok');
    expect(await statusOf()).toBe('LimitExceeded.PhoneNumberThirtySecondLimit');
    for (let i = 0; i < 4; i += 1) {
      await sandbox.clock.advance(2 * MINUTE);
      expect(await statusOf()).toBe('Ok');
    }
    await sandbox.clock.advance(2 * MINUTE);
    expect(await statusOf()).toBe('LimitExceeded.PhoneNumberOneHourLimit');
    for (let i = 0; i < 5; i += 1) {
      await sandbox.clock.advance(61 * MINUTE);
      expect(await statusOf()).toBe('Ok');
    }
    await sandbox.clock.advance(61 * MINUTE);
    expect(await statusOf()).toBe('LimitExceeded.PhoneNumberDailyLimit');
  });
});

describe('receipts', () => {
  const receipts = async (phone: string) => {
    const body = {
      ...{ SmsSdkAppId: sandbox.keys.tencent.sms.sdkAppId, PhoneNumber: `+86${phone}` },
      ...{ BeginTime: START_MS / 1000, Offset: 0, Limit: 10 },
    };
    return (await cloudCall(sandbox, 'PullSmsSendStatusByPhoneNumber', body)).data.PullSmsSendStatusSet;
  };
  const phoneShows = async (phone: string): Promise<number> =>
    (await (await fetch(`${sandbox.origin}/phone/messages?number=${phone}`)).json()).messages.length;

  test('tell a delivered message', async () => {
    const { data } = await send();
    expect(await receipts('13800138000')).toMatchObject([
      { ReportStatus: 'SUCCESS', SerialNo: data.SendStatusSet[0].SerialNo, SubscriberNumber: '13800138000' },
    ]);
  });
  test('tell a lost one, which the phone never shows', async () => {
    sandbox.control.faults.add({ provider: 'tencent', kind: 'receipt_failed', match: { phone: '13800138000' } });
    expect(await statusOf()).toBe('Ok');
    expect(await receipts('13800138000')).toMatchObject([{ ReportStatus: 'FAIL' }]);
    await sandbox.clock.advance(60 * MINUTE);
    expect(await phoneShows('13800138000')).toBe(0);
  });
  test('say nothing of a late one until it is there', async () => {
    sandbox.control.faults.add({ provider: 'tencent', kind: 'receipt_late', args: { delayMs: 5 * MINUTE } });
    await send();
    expect([await receipts('13800138000'), await phoneShows('13800138000')]).toEqual([[], 0]);
    await sandbox.clock.advance(5 * MINUTE);
    expect(await receipts('13800138000')).toMatchObject([{ ReportStatus: 'SUCCESS' }]);
    expect(await phoneShows('13800138000')).toBe(1);
  });
});
