import { expect, test } from 'vitest';
import type { ChannelKind } from '../../channel/channel.ts';
import { payWays, payWaysElsewhere } from './pay-ways.ts';

const MEDICAL = { label: '医保个人账户', value: 'xmybpay', icon: 'medical-account' } as const;
const WECHAT = { label: '微信支付', value: 'wxpay', icon: 'wechat' } as const;
const ALIPAY = { label: '支付宝', value: 'alipay', icon: 'alipay' } as const;
const PRODUCT = { payList: [MEDICAL, WECHAT, ALIPAY], aliPayList: [MEDICAL, ALIPAY] };

const starts = (product: Parameters<typeof payWays>[0], kind: ChannelKind) =>
  payWays(product, kind).map(({ value, start }) => [value, start]);

test.each([
  ['wechat', [['wxpay', 'jsapi']]],
  ['mini-program', [['wxpay', 'jsapi']]],
  [
    'plain',
    [
      ['wxpay', 'h5'],
      ['alipay', 'alipay'],
    ],
  ],
  [
    'in-app',
    [
      ['wxpay', 'h5'],
      ['alipay', 'alipay'],
    ],
  ],
  ['alipay', [['alipay', 'alipay']]],
] as const)('in %s the ways are %j', (kind, expected) => {
  expect(starts(PRODUCT, kind)).toEqual(expected);
});

test('the button names the way', () => {
  expect(payWays(PRODUCT, 'plain').map(({ action }) => action)).toEqual(['用微信支付', '用支付宝']);
});

test('Alipay is explained inside WeChat, and nowhere else', () => {
  for (const kind of ['wechat', 'mini-program'] as const) {
    expect(payWaysElsewhere(PRODUCT, kind)).toEqual([
      { value: 'alipay', label: '支付宝', note: '要在手机浏览器里打开后付款' },
    ]);
    expect(payWaysElsewhere({ payList: [WECHAT], aliPayList: [ALIPAY] }, kind)).toEqual([]);
  }
  for (const kind of ['plain', 'in-app', 'alipay'] as const) expect(payWaysElsewhere(PRODUCT, kind)).toEqual([]);
});

test('what the product does not offer, or nobody can start, is not shown', () => {
  expect(starts({ payList: [], aliPayList: [ALIPAY] }, 'plain')).toEqual([]);
  expect(starts({ payList: [MEDICAL, ALIPAY], aliPayList: [] }, 'wechat')).toEqual([]);
  // Inside Alipay's browser its own list alone counts.
  expect(starts({ payList: [ALIPAY], aliPayList: [WECHAT] }, 'alipay')).toEqual([]);
});
