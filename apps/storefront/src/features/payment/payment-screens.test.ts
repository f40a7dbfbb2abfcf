import { expect, test } from 'vitest';
import {
  orderRoute,
  type PaymentScreen,
  payableForMs,
  payErrorRoute,
  payRoute,
  routeInstead,
} from './payment-screens.ts';

const orderNo = 'JS2620251120000128';
const STATES = ['unpaid', 'confirming', 'paid', 'closed', 'refunding', 'refunded'] as const;
const SCREENS: readonly PaymentScreen[] = ['pay', 'payLoading', 'paySuccess', 'payFail', 'pay_error'];

test.each([
  ['pay', 'unpaid', null],
  ['pay', 'confirming', '/payLoading'],
  ['pay', 'paid', '/paySuccess'],
  ['pay', 'closed', '/orderDetail'],
  ['pay', 'refunding', '/orderDetail'],
  ['payLoading', 'unpaid', null],
  ['payLoading', 'confirming', null],
  ['payLoading', 'paid', '/paySuccess'],
  ['paySuccess', 'paid', null],
  ['paySuccess', 'unpaid', '/pay'],
  ['payFail', 'unpaid', null],
  ['payFail', 'closed', null],
  ['payFail', 'confirming', '/payLoading'],
  ['payFail', 'refunded', '/orderDetail'],
  ['pay_error', 'unpaid', null],
  ['pay_error', 'closed', '/payFail'],
  ['pay_error', 'confirming', '/payLoading'],
  ['pay_error', 'paid', '/paySuccess'],
] as const)('%s with a %s order', (screen, payment, path) => {
  expect(routeInstead(screen, { payment, orderNo })).toBe(path && `${path}?orderNo=${orderNo}`);
});

test('nobody is sent round in a circle', () => {
  for (const screen of SCREENS) {
    for (const payment of STATES) {
      const next = routeInstead(screen, { payment, orderNo })?.replace(/^\/|\?.*$/g, '');
      if (next === undefined || next === 'orderDetail') continue;
      expect(routeInstead(next as PaymentScreen, { payment, orderNo })).toBeNull();
    }
  }
});

test('only screens that nobody pays on show an order whose money may have moved', () => {
  expect(SCREENS.filter((screen) => routeInstead(screen, { payment: 'confirming', orderNo }) === null)).toEqual([
    'payLoading',
  ]);
});

test('the pay page takes the way to begin with', () => {
  expect(payRoute('JS1', null)).toBe('/pay?orderNo=JS1');
  expect(payRoute('JS1', 'wxpay')).toBe('/pay?orderNo=JS1&way=wxpay');
});

test('an order number from an address is encoded again', () => {
  expect(orderRoute('/pay', 'A&b=1')).toBe('/pay?orderNo=A%26b%3D1');
});

test('nothing is started in the last minute before an order closes', () => {
  const order = { expiresAtMs: 1_800_000 };
  expect(payableForMs(order, 0)).toBe(1_740_000);
  expect(payableForMs(order, 1_740_000)).toBe(0);
  expect(payableForMs(order, 1_800_000)).toBeLessThan(0);
});

test('the page that explains is told why', () => {
  expect(payErrorRoute(orderNo, 'limit')).toBe(`/pay_error?orderNo=${orderNo}&reason=limit`);
});
