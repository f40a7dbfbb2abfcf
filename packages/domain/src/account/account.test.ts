import { describe, expect, it } from 'vitest';
import { statusTableProblems } from '../status/index.ts';
import {
  checkContact,
  deviceText,
  isNewDevice,
  nextPhoneRequestStatus,
  PHONE_REQUEST_TABLE,
  phoneRequestLabel,
} from './index.ts';

describe('the request for another phone', () => {
  it('is a sound table', () => {
    expect(statusTableProblems(PHONE_REQUEST_TABLE)).toEqual([]);
    expect(phoneRequestLabel('COOLING')).toBe('已核对，等待生效');
  });

  it.each([
    ['WAITING', 'Approved', 'COOLING'],
    ['COOLING', 'TookEffect', 'DONE'],
    ['COOLING', 'Withdrawn', 'WITHDRAWN'],
    ['WAITING', 'TookEffect', null],
    ['COOLING', 'Approved', null],
    ['COOLING', 'Rejected', null],
    ['DONE', 'Withdrawn', null],
    ['WITHDRAWN', 'Approved', null],
  ] as const)('%s, %s → %s', (from, event, to) => {
    expect(nextPhoneRequestStatus(from, event)).toBe(to);
  });
});

describe('contact data', () => {
  it.each([
    ['nickname', '  老  李 ', '老 李'],
    ['nickname', '\u202e李\u0007', '李'],
    ['nickname', '   ', null],
    ['email', 'li.lao+1@mail.example.cn', 'li.lao+1@mail.example.cn'],
    ['address', '苏州市姑苏区平江路 1 号', '苏州市姑苏区平江路 1 号'],
  ] as const)('%s %j is kept as %j', (field, text, value) => {
    expect(checkContact(field, text)).toEqual({ ok: true, value });
  });

  it.each([
    ['nickname', '长'.repeat(21)],
    ['nickname', '<b>'],
    ['email', 'li@localhost'],
    ['email', 'li lao@example.cn'],
    ['email', 'li@example.cn\nbcc: x@example.cn'],
    ['email', `${'a'.repeat(65)}@example.cn`],
    ['address', '平江路'],
    ['address', '路'.repeat(121)],
  ] as const)('%s %j is refused in words', (field, text) => {
    expect(checkContact(field, text)).toMatchObject({ ok: false, message: expect.stringMatching(/^[一-龥].{5,}/) });
  });
});

it.each([
  [
    'Mozilla/5.0 (Linux; Android 13; V2183A) Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.47',
    '安卓手机 · 微信',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1', 'iPhone · Safari'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0 Safari/537.36 Edg/120.0', 'Windows 电脑 · Edge'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/120 AlipayClient/10.5.0', '安卓手机 · 支付宝'],
  ['curl/8', '其他设备'],
  ['', '其他设备'],
])('%s is told as %s', (userAgent, text) => {
  expect(deviceText(userAgent)).toBe(text);
});

it.each([
  ['the first login of all', '安卓手机 · 微信', [], false],
  ['the same kind of device', '安卓手机 · 微信', ['安卓手机 · 微信', 'iPhone · Safari'], false],
  ['another one', 'Windows 电脑 · Chrome', ['安卓手机 · 微信'], true],
  ['after logins that said nothing of theirs', '安卓手机 · 微信', ['其他设备'], false],
  ['one that says nothing of itself', '其他设备', ['安卓手机 · 微信'], false],
])('%s from %s after %j is news: %s', (_case, device, earlier, isNews) => {
  expect(isNewDevice(device, earlier)).toBe(isNews);
});
