import { randomBytes, randomInt } from 'node:crypto';
import { createSandbox, keysFromVectors, type Sandbox } from '@huimin/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createExchange } from './adapters/http-exchange.ts';
import { sandboxSettings } from './launch/sandbox-settings.ts';
import type { SmsMessage } from './ports/sms-gateway.ts';
import { readSettings } from './settings.ts';
import { createSmsGateway, smsTemplates } from './sms-gateway.ts';

const MESSAGES: Pick<SmsMessage, 'template' | 'parameters'>[] = [
  { template: 'login-code', parameters: { code: '246810' } },
  { template: 'policy-issued', parameters: { product: '补充医保', count: '2' } },
  { template: 'payment-result', parameters: { product: '补充医保', result: '已付款' } },
  { template: 'refund-arrived', parameters: { product: '补充医保', amount: '158.00' } },
  { template: 'sale-open', parameters: { product: '补充医保', date: '12月31日' } },
  { template: 'renewal-open', parameters: { product: '补充医保', date: '12月31日' } },
  { template: 'family-ask', parameters: { name: '林*', product: '补充医保', link: 'AAAABBBBCCCCDDDD' } },
  { template: 'group-invite', parameters: { company: '示例科技', product: '补充医保', link: 'AAAABBBBCCCCDDDD' } },
  { template: 'group-news', parameters: { company: '示例科技', result: '保单已出' } },
  { template: 'withholding-ask', parameters: { product: '补充医保', amount: '158.00', date: '11月9日' } },
  { template: 'withholding-coming', parameters: { product: '补充医保', amount: '158.00', date: '11月12日' } },
  { template: 'withholding-result', parameters: { product: '补充医保', result: '扣费成功' } },
  { template: 'withholding-closed', parameters: { product: '补充医保' } },
];
const http = createExchange();
const { now } = Date;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), controlApi: true });
});
afterAll(async () => {
  http.close();
  await sandbox.close();
});
beforeEach(() => sandbox.control.reset());

/** The settings of a start beside the sandbox, which is what a developer's machine runs with. */
function settingsWith(gateway: string, more: Record<string, string> = {}) {
  const { origin, port } = sandbox;
  return readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://localhost/none',
    DATA_KEYS: `t1:${randomBytes(32).toString('base64')}`,
    INDEX_KEY: randomBytes(32).toString('base64'),
    NUMBER_KEY: randomBytes(16).toString('base64'),
    PAPER_KEY: randomBytes(16).toString('base64'),
    EVIDENCE_KEY: `t1:${randomBytes(32).toString('base64')}`,
    EVIDENCE_SIGNING_KEY: randomBytes(32).toString('base64'),
    ...sandboxSettings(sandbox.keys, { origin, port, smtpPort: 3125, shop: { port: 3000 } }),
    SMS_GATEWAY: gateway,
    ...more,
  });
}

function gatewayOf(settings: ReturnType<typeof settingsWith>) {
  return createSmsGateway({
    settings,
    exchange: http.send,
    clock: { now },
    random: { bytes: randomBytes, below: randomInt },
    sleep: async () => undefined,
    log: { info() {}, warn() {}, error() {} },
  });
}

test.each([
  ['aliyun', 'aliyun-sms'],
  ['tencent', 'tencent'],
])('every kind of message goes out by %s when it is chosen, with the same words', async (chosen, name) => {
  const gateway = gatewayOf(settingsWith(chosen));
  for (const message of MESSAGES) {
    expect(await gateway.send({ ...message, phone: '19000000100', outId: 'm1' })).toMatchObject({ kind: 'accepted' });
  }
  const got = sandbox.control.sms('19000000100').reverse();
  expect(got.map((message) => message.gateway)).toEqual(MESSAGES.map(() => name));
  expect(got.map((message) => message.text)).toEqual([
    expect.stringContaining('246810'),
    expect.stringContaining('补充医保的2份保单已生成'),
    expect.stringContaining('补充医保的订单：已付款'),
    expect.stringContaining('补充医保的退款158.00元已原路退回'),
    expect.stringContaining('补充医保已开始参保，到12月31日截止'),
    expect.stringContaining('补充医保已开始参保，到12月31日截止。您上一年的保障到期就结束'),
    expect.stringContaining('林*为您投保了补充医保，您不用付钱。请打开本站 /f/AAAABBBBCCCCDDDD'),
    expect.stringContaining('示例科技要为您投保补充医保，保费由单位付。请打开本站 /g/AAAABBBBCCCCDDDD'),
    expect.stringContaining('示例科技的团体参保：保单已出'),
    expect.stringMatching(/158\.00元。请在11月9日前/),
    expect.stringContaining('补充医保将在11月12日自动扣费158.00元'),
    expect.stringContaining('补充医保自动重新投保：扣费成功'),
    expect.stringContaining('补充医保的自动重新投保已关闭'),
  ]);
});

test('the templates are those of the chosen gateway, and one that is left open is not there', () => {
  const { tencent, aliyunSms } = sandbox.keys;
  expect(smsTemplates(settingsWith('aliyun'))['login-code']).toBe(aliyunSms.templateCodes.login);
  expect(smsTemplates(settingsWith('tencent', { TENCENT_SMS_TEMPLATE_RESULT: '' }))).toEqual({
    'login-code': tencent.sms.templateIds.login,
    'policy-issued': tencent.sms.templateIds.issued,
    'refund-arrived': tencent.sms.templateIds.refund,
    'account-notice': tencent.sms.templateIds.account,
    'change-result': tencent.sms.templateIds.change,
    'sale-open': tencent.sms.templateIds.saleOpen,
    'renewal-open': tencent.sms.templateIds.renewalOpen,
    'family-ask': tencent.sms.templateIds.familyAsk,
    'group-invite': tencent.sms.templateIds.groupInvite,
    'group-news': tencent.sms.templateIds.groupNews,
    'withholding-ask': tencent.sms.templateIds.withholdingAsk,
    'withholding-coming': tencent.sms.templateIds.withholdingComing,
    'withholding-result': tencent.sms.templateIds.withholdingOutcome,
    'withholding-closed': tencent.sms.templateIds.withholdingClosed,
  });
});
