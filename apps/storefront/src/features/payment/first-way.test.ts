import { expect, test } from 'vitest';
import { firstWay } from './first-way.ts';
import type { PayWay } from './pay-ways.ts';

const way = (value: string): PayWay => ({ value, label: value, action: value, start: 'h5' });
const BOTH = [way('wxpay'), way('alipay')];

test.each([
  ['the first', null, null, 'wxpay'],
  ['the one of the last try', 'alipay', 'alipay', 'alipay'],
  ['that of the last try, where none is asked for: back from its cashier', null, 'alipay', 'alipay'],
  ['that of the last try, where the one asked for is not offered here', 'unionpay', 'alipay', 'alipay'],
  ['the first, where the last try was by one that is not offered here', null, 'unionpay', 'wxpay'],
  ['another one', 'another', 'wxpay', 'alipay'],
  ['another one than the second', 'another', 'alipay', 'wxpay'],
  ['the first, where the one asked for is not offered here', 'unionpay', null, 'wxpay'],
])('%s', (_what, asked, lastMethod, value) => {
  expect(firstWay(BOTH, asked, lastMethod)?.value).toBe(value);
});

test('the only one, also where another is asked for; none where there is none', () => {
  expect(firstWay([way('wxpay')], 'another', 'wxpay')?.value).toBe('wxpay');
  expect(firstWay([], 'another', 'wxpay')).toBeNull();
});
