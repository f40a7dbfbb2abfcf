// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { plainChannel } from '../../channel/plain.ts';
import { EnvironmentContext } from '../../context/environment.ts';
import { ProductContext } from '../../context/product-context.ts';
import { ScreenContext } from '../../context/screen-context.ts';
import OrdersPage from './orders-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  box = document.createElement('div');
  root = createRoot(box);
  window.location.hash = '#/orders';
});
afterEach(() => act(async () => root.unmount()));

test('whoever has no order of the edition that is shown first is led to those of other years', async () => {
  const { editionYear } = productInfo;
  const asked: unknown[] = [];
  const call = async ({ name }: { name: string }, input: { editionYear?: number }) => {
    if (name === 'productQuery') return { ok: true, value: [{ editionYear: editionYear - 1 }, { editionYear }] };
    if (name !== 'queryOrders') return { ok: true, value: {} };
    asked.push(input.editionYear);
    return { ok: true, value: { orders: [], nextCursor: null } };
  };
  const sale = { window: 'insureing', notYetOnSale: false, flow: 'normal' } as const;
  const navigator = { navigate: () => {}, goBack: () => {} };
  await act(async () =>
    root.render(
      <ClientProvider value={{ call } as unknown as Client}>
        <EnvironmentContext value={{ serverClock: { now: Date.now, offsetMs: () => 0 }, channel: plainChannel }}>
          <ProductContext value={{ product: productInfo, sale }}>
            <ScreenContext value={{ navigator, search: '' }}>
              <OrdersPage />
            </ScreenContext>
          </ProductContext>
        </EnvironmentContext>
      </ClientProvider>,
    ),
  );
  expect(box.textContent).toContain(`${editionYear} 版还没有订单`);
  const others = () => [...box.querySelectorAll('button')].find((button) => button.textContent === '看各年的订单');
  await act(async () => others()?.click());
  expect(asked.at(-1)).toBeUndefined();
  expect(window.location.hash).toBe('#/orders?year=all');
  expect(others()).toBeUndefined();
});
