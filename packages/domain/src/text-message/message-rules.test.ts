import { expect, test } from 'vitest';
import { beijingDateTime, beijingMs } from '../date/index.ts';
import { statusTableProblems } from '../status/index.ts';
import {
  failedReceiptText,
  filledInbox,
  filledText,
  INBOX_KINDS,
  inboxPlace,
  inboxScreenTitle,
  inboxText,
  inboxTextProblems,
  MESSAGE_KINDS,
  MESSAGE_STATUS_TABLE,
  messageKind,
  messageReason,
  nextAskMs,
  nextTryMs,
  sendableMs,
  tellsTooMuch,
  templateProblems,
} from './index.ts';

const at = (ms: number | null) => (ms === null ? null : beijingDateTime(ms));

test('the table of how far a message is has no hole', () => {
  expect(statusTableProblems(MESSAGE_STATUS_TABLE)).toEqual([]);
});

test.each([
  ['login-code', '2026-11-20 23:00:00', '2026-11-20 23:00:00'],
  ['refund-arrived', '2026-11-21 03:00:00', '2026-11-21 03:00:00'],
  ['account-notice', '2026-11-20 21:00:00', '2026-11-20 21:00:00'],
  ['change-result', '2026-11-20 20:59:59', '2026-11-20 20:59:59'],
  ['change-result', '2026-11-20 21:00:00', '2026-11-21 08:00:00'],
  ['sale-open', '2026-11-21 07:59:59', '2026-11-21 08:00:00'],
  ['renewal-open', '2026-11-20 22:00:00', '2026-11-21 08:00:00'],
])('%s of %s goes out at %s', (kind, now, out) => {
  expect(at(sendableMs(kind, beijingMs(now)))).toBe(out);
});

test.each([
  ['refund-arrived', 1, '2026-11-20 20:58:00', '2026-11-20 21:03:00'],
  ['change-result', 1, '2026-11-20 20:58:00', '2026-11-21 08:00:00'],
  ['change-result', 3, '2026-11-20 10:00:00', '2026-11-20 12:00:00'],
  ['change-result', 5, '2026-11-20 10:00:00', null],
  ['sale-open', 1, '2026-11-20 10:00:00', null],
  ['login-code', 1, '2026-11-20 10:00:00', null],
])('%s is tried again after try %i of %s at %s', (kind, tries, now, next) => {
  expect(at(nextTryMs(kind, tries, beijingMs(now)))).toBe(next);
});

test('a receipt is asked for less and less often, and after three days no more', () => {
  const sent = beijingMs('2026-11-20 10:00:00');
  const next = (minutes: number) => at(nextAskMs(sent, sent + minutes * 60_000));
  expect([next(1), next(30), next(600), next(72 * 60)]).toEqual([
    '2026-11-20 10:03:00',
    '2026-11-20 10:50:00',
    '2026-11-21 02:00:00',
    null,
  ]);
});

test('every first template passes the rules for templates, and its example says nothing of anybody', () => {
  for (const [kind, { text, places }] of Object.entries(MESSAGE_KINDS)) {
    expect([kind, templateProblems(kind, text), tellsTooMuch(places)]).toEqual([kind, [], false]);
    expect(filledText(kind, text)).not.toContain('$');
  }
  expect(messageKind('gone').again).toBe('topic');
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: places that the gateway fills in
test.each([
  ['change-result', '${product}：${result}，${name}', '没有这样的变量：name'],
  ['change-result', '${product}已办好', '少了变量：result'],
  ['change-result', '【某某】${product}：${result}', '签名由网关加上，正文里不要写【】'],
  ['change-result', '${product}：${result}，糖尿病', '正文里不能有证件号、手机号或病名'],
  ['sale-open', '${product}开售，到${date}', '营销短信要以“拒收请回复R”结尾'],
  ['change-result', '${product}：${result}。拒收请回复R', '这类短信不是营销，不写退订'],
])('%s may not say %s', (kind, text, problem) => {
  expect(templateProblems(kind, text)).toEqual([problem]);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above

test.each([
  [{ result: '证件11010119900307123X已更正' }, true],
  [{ result: '已换成13900000999' }, true],
  [{ result: '已换成 139****0999' }, false],
  [{ result: '订单 JS2611200000000000012 已付款' }, false],
  [{ result: '您的特药申请已通过' }, false],
  [{ result: '肺癌用药申请已通过' }, true],
])('%j tells too much: %s', (parameters, tells) => {
  expect(tellsTooMuch(parameters)).toBe(tells);
});

test('every first inbox text may be used, and says nothing that somebody else could use', () => {
  for (const kind of INBOX_KINDS) {
    const text = inboxText(kind) ?? '';
    expect([kind, inboxTextProblems(kind, text)]).toEqual([kind, []]);
    expect(filledText(kind, text)).not.toContain('$');
  }
  expect([inboxText('login-code'), inboxText('gone')]).toEqual([null, null]);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: places that are filled in
test.each([
  ['group-invite', '请打开 ${link}', '没有这样的变量：link'],
  ['change-result', '${result}，详情见 https://x.cn', '正文里不写网址，点“查看”会打开对应的页面'],
  ['sale-open', '${product}开售。拒收请回复R', '站内消息不能回复，不写退订'],
  ['change-result', '糖尿病用药：${result}', '正文里不能有证件号、手机号或病名'],
])('in the inbox %s may not say %s', (kind, text, problem) => {
  expect(inboxTextProblems(kind, text)).toEqual([problem]);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above

test.each([
  ['payment-result', `JS${'1'.repeat(19)}`, '付款结果', `/orderDetail?orderNo=JS${'1'.repeat(19)}`],
  ['account-notice', `TS${'1'.repeat(19)}`, '投诉进度', '/complaints'],
  ['account-notice', `QL${'1'.repeat(19)}`, '个人信息申请', '/ownData'],
  ['account-notice', 'account-77', '账户安全', '/loginHistory'],
  ['account-notice', `FH${'1'.repeat(19)}`, '既往症查询', '/order_search_new'],
  ['change-result', 'FH123-decided', '理赔复核', '/claims'],
  ['change-result', `TY${'1'.repeat(19)}-papers-0`, '特药申请', '/drugCases'],
  ['group-news', `TD${'1'.repeat(19)}-4`, '团体参保进度', `/groupProgress?groupNo=TD${'1'.repeat(19)}`],
  ['withholding-coming', 'HT1-js27-before-3', '扣费前通知', '/withhold'],
  ['group-invite', `TR${'1'.repeat(19)}`, '请员工确认', null],
])('%s about %s is headed %s and leads to %s', (kind, about, title, screen) => {
  expect(inboxPlace(kind, about)).toEqual({ title, screen });
});

test('a reason is told in words, with a refusing gateway’s own code beside them', () => {
  expect(messageReason('limited')).toEqual({ text: expect.stringContaining('等一等'), code: null });
  const refused = { text: '网关账户的短信余额用完了', code: 'isv.AMOUNT_NOT_ENOUGH' };
  expect(messageReason('isv.AMOUNT_NOT_ENOUGH')).toEqual(refused);
  expect(messageReason('isv.NEW_ONE')).toEqual({ text: '网关拒绝，原因见代码', code: 'isv.NEW_ONE' });
  expect(failedReceiptText('MK:0001')).toBe('运营商说没有这个号码');
});

test('every screen that a message leads to by its kind or number has a name', () => {
  const numbers = ['JS', 'GZ', 'TS', 'TY', 'JK', 'ZT', 'FH', 'JW', 'YY', 'TD'].map(
    (mark) => `${mark}${'1'.repeat(19)}`,
  );
  for (const kind of INBOX_KINDS) {
    for (const about of ['', ...numbers, `FH1-decided`, `${numbers[9]}-2`]) {
      const { screen } = inboxPlace(kind, about);
      if (screen !== null)
        expect([screen, inboxScreenTitle(screen)]).toEqual([screen, expect.stringMatching(/^[^/]+$/)]);
    }
  }
  expect(inboxScreenTitle('/fixInfoDetail?orderNo=1')).toBe('修改个人信息');
  expect(inboxScreenTitle('/gone?x=1')).toBe('/gone');
});

test('figures that are filled into a message of the inbox stand a space apart from the Chinese beside them', () => {
  const issued = inboxText('policy-issued') ?? '';
  expect(filledInbox(issued, { product: '苏民安 2027', count: '2' })).toContain('苏民安 2027 已付款，2 份保单已生成。');
  const arrived = filledInbox(inboxText('refund-arrived') ?? '', { product: '补充医保', amount: '158.00' });
  expect(arrived).toBe('补充医保的退款 158.00 元已原路退回。');
  expect(filledInbox(inboxText('account-notice') ?? '', { event: '第20件' })).toContain('第20件。');
});
