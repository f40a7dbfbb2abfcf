import { expect, test } from 'vitest';
import type { ChannelKind } from '../../channel/channel.ts';
import { payWays, payWaysElsewhere } from './pay-ways.ts';

const MEDICAL = { label: '医保个人账户', value: 'xmybpay', icon: 'medical-account' } as const;
const WECHAT = { label: '微信支付', value: 'wxpay', icon: 'wechat' } as const;
const ALIPAY = { label: '支付宝', value: 'alipay', icon: 'alipay' } as const;
const UNIONPAY = { label: '银联云闪付', value: 'unionpay', icon: 'unionpay' } as const;
const PRODUCT = { payList: [MEDICAL, WECHAT, ALIPAY, UNIONPAY], aliPayList: [MEDICAL, ALIPAY] };

const starts = (product: Parameters<typeof payWays>[0], kind: ChannelKind) =>
  payWays(product, kind).map(({ value, start }) => [value, start]);

test.each([
  [
    'wechat',
    [
      ['xmybpay', 'medical-account'],
      ['wxpay', 'jsapi'],
    ],
  ],
  [
    'mini-program',
    [
      ['xmybpay', 'medical-account'],
      ['wxpay', 'jsapi'],
    ],
  ],
  [
    'plain',
    [
      ['xmybpay', 'medical-account'],
      ['wxpay', 'h5'],
      ['alipay', 'alipay'],
      ['unionpay', 'unionpay'],
    ],
  ],
  [
    'in-app',
    [
      ['xmybpay', 'medical-account'],
      ['wxpay', 'h5'],
      ['alipay', 'alipay'],
      ['unionpay', 'unionpay'],
    ],
  ],
  [
    'alipay',
    [
      ['xmybpay', 'medical-account'],
      ['alipay', 'alipay'],
    ],
  ],
] as const)('in %s the ways are %j', (kind, expected) => {
  expect(starts(PRODUCT, kind)).toEqual(expected);
});

test('the button names the way; where the name is not enough, a note says what happens next', () => {
  const ways = payWays(PRODUCT, 'plain');
  expect(ways.map(({ action }) => action)).toEqual(['用医保账户支付', '用微信支付', '用支付宝', '用银联云闪付']);
  expect(ways.map(({ note }) => note)).toEqual([
    expect.stringContaining('余额不足时请换其他方式'),
    ...[undefined, undefined],
    expect.stringContaining('银联的付款页面'),
  ]);
});

test('what works in another browser only is explained inside WeChat, and nowhere else', () => {
  for (const kind of ['wechat', 'mini-program'] as const) {
    expect(payWaysElsewhere(PRODUCT, kind)).toEqual([
      { value: 'alipay', label: '支付宝', note: '要在手机浏览器里打开后付款' },
      { value: 'unionpay', label: '银联云闪付', note: '要在手机浏览器里打开后付款' },
    ]);
    expect(payWaysElsewhere({ payList: [WECHAT], aliPayList: [ALIPAY] }, kind)).toEqual([]);
  }
  for (const kind of ['plain', 'in-app', 'alipay'] as const) expect(payWaysElsewhere(PRODUCT, kind)).toEqual([]);
});

test('a cashier of several ways, and the insurer’s own, open in every browser', () => {
  const list = [
    { label: '拉卡拉收银台', value: 'lakala', icon: 'cashier' },
    { label: '保险公司收银台', value: 'rb', icon: 'cashier' },
  ];
  const product = { payList: list, aliPayList: list };
  for (const kind of ['wechat', 'mini-program', 'plain', 'in-app', 'alipay'] as const) {
    expect(payWays(product, kind)).toMatchObject([
      { action: '用拉卡拉收银台', start: 'lakala', note: expect.stringContaining('自动回来') },
      { action: '用保险公司收银台', start: 'rb', note: expect.stringContaining('自动回来') },
    ]);
    expect(payWaysElsewhere(product, kind)).toEqual([]);
  }
});

test('what the product does not offer, or nobody can start, is not shown', () => {
  expect(starts({ payList: [], aliPayList: [ALIPAY] }, 'plain')).toEqual([]);
  expect(starts({ payList: [{ ...MEDICAL, value: 'cash' }, ALIPAY], aliPayList: [] }, 'wechat')).toEqual([]);
  // Inside Alipay's browser its own list alone counts.
  expect(starts({ payList: [ALIPAY], aliPayList: [WECHAT] }, 'alipay')).toEqual([]);
});
