import type { OrderSummaryValue } from '@huimin/contract';
import { expect, test } from 'vitest';
import { groupedByYear, tabOf, withPage, yearsOf } from './order-list.ts';

const order = (orderNo: string, more: Partial<OrderSummaryValue> = {}): OrderSummaryValue => ({
  orderNo,
  editionCode: 'js26',
  productName: '苏民安 2026',
  editionYear: 2026,
  status: 20,
  premiumFen: 15_800,
  insured: [],
  createdAt: '2025.11.20 11:04',
  paidAt: null,
  closedAt: null,
  expiresAtMs: 0,
  serverNowMs: 0,
  paymentOpen: false,
  ...more,
});

test('pages follow one another', () => {
  const first = withPage({ orders: [], nextCursor: null }, { orders: [order('C'), order('B')], nextCursor: 'B' });
  const both = withPage(first, { orders: [order('A')], nextCursor: null });
  expect(both.orders.map(({ orderNo }) => orderNo)).toEqual(['C', 'B', 'A']);
  expect(both.nextCursor).toBeNull();
});

test('an order never shows twice, and its newer form wins', () => {
  const list = withPage(
    { orders: [order('B'), order('A')], nextCursor: 'A' },
    { orders: [order('A', { status: 50 })], nextCursor: null },
  );
  expect(list.orders.map(({ orderNo, status }) => [orderNo, status])).toEqual([
    ['B', 20],
    ['A', 50],
  ]);
});

test('tabs from an address', () => {
  expect(['all', 'waiting', 'paid', 'refund', 'x', null].map(tabOf)).toEqual([
    'all',
    'waiting',
    'paid',
    'refund',
    'all',
    'all',
  ]);
});

test('years are offered only where there is a choice', () => {
  expect(yearsOf([{ editionYear: 2025 }, { editionYear: 2026 }, { editionYear: 2025 }])).toEqual([2026, 2025]);
  expect(yearsOf([{ editionYear: 2026 }, { editionYear: 2026 }])).toEqual([]);
});

test('by year, newest first', () => {
  const groups = groupedByYear([order('C'), order('B', { editionYear: 2025 }), order('A')]);
  expect(groups.map(({ year, orders }) => [year, orders.map(({ orderNo }) => orderNo)])).toEqual([
    [2026, ['C', 'A']],
    [2025, ['B']],
  ]);
});
