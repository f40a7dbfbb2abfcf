// @vitest-environment happy-dom
import { ORDER_STATUS } from '@huimin/domain/order';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { ProductContext, type SaleState } from '../../context/product-context.ts';
import { ScreenContext } from '../../context/screen-context.ts';
import OrderCancelPage from './order-cancel-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  box = document.createElement('div');
  root = createRoot(box);
});
afterEach(() => act(async () => root.unmount()));

async function shown(
  order: object,
  flow: SaleState['flow'] = 'normal',
): Promise<{ title: string | null | undefined; links: (string | null)[] }> {
  const call = async () => ({ ok: true, value: order });
  const sale = { window: 'insureing', notYetOnSale: false, flow } as const;
  const navigator = { navigate: () => {}, goBack: () => {} };
  await act(async () =>
    root.render(
      <ClientProvider value={{ call } as unknown as Client}>
        <ProductContext value={{ product: productInfo, sale }}>
          <ScreenContext value={{ navigator, search: 'orderNo=JS0000000000000000001' }}>
            <OrderCancelPage />
          </ScreenContext>
        </ProductContext>
      </ClientProvider>,
    ),
  );
  const links = [...box.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  return { title: box.querySelector('h1')?.textContent, links };
}

test('an order that was cancelled says so, and leads to another', async () => {
  const order = { payment: 'closed', status: ORDER_STATUS.cancelled };
  expect(await shown(order)).toEqual({ title: '取消成功', links: ['#/beforeAuthUser', '#/orders'] });
});

test('before the sale those who may buy early are led to another as well, and after it nobody', async () => {
  const order = { payment: 'closed', status: ORDER_STATUS.cancelled };
  expect(await shown(order, 'early')).toMatchObject({ links: ['#/beforeAuthUser', '#/orders'] });
  for (const flow of ['mid', null] as const) expect(await shown(order, flow)).toMatchObject({ links: ['#/orders'] });
});

test('one that ran out of time was cancelled by nobody', async () => {
  expect(await shown({ payment: 'closed', status: ORDER_STATUS.expired })).toMatchObject({ title: '订单超时关闭' });
});

test('whoever cancels an upgrade is insured already, and not led to be so once more', async () => {
  const order = { payment: 'closed', status: ORDER_STATUS.cancelled, kind: 'upgrade' };
  expect(await shown(order)).toEqual({ title: '取消成功', links: ['#/orders'] });
});

test('one that is not closed is no success', async () => {
  const { title, links } = await shown({ payment: 'unpaid', status: ORDER_STATUS.awaitingPayment });
  expect(title).toBe('没有确认到取消');
  expect(links).toEqual(['#/orderDetail?orderNo=JS0000000000000000001']);
});
