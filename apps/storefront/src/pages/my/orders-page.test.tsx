// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import { pageInABox } from '../testing/page-in-a-box.tsx';
import OrdersPage from './orders-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));

const page = pageInABox();

test('whoever has no order of the edition that is shown first is led to those of other years', async () => {
  window.location.hash = '#/orders';
  const { editionYear } = productInfo;
  const asked: unknown[] = [];
  const call = async ({ name }: { name: string }, input: { editionYear?: number }) => {
    if (name === 'productQuery') return { ok: true, value: [{ editionYear: editionYear - 1 }, { editionYear }] };
    if (name !== 'queryOrders') return { ok: true, value: {} };
    asked.push(input.editionYear);
    return { ok: true, value: { orders: [], nextCursor: null } };
  };
  await page.show(<OrdersPage />, { call });
  const box = page.box();
  expect(box.textContent).toContain(`${editionYear} 版还没有订单`);
  const others = () => [...box.querySelectorAll('button')].find((button) => button.textContent === '看各年的订单');
  await act(async () => others()?.click());
  expect(asked.at(-1)).toBeUndefined();
  expect(window.location.hash).toBe('#/orders?year=all');
  expect(others()).toBeUndefined();
});
