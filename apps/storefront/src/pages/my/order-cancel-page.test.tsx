// @vitest-environment happy-dom
import { ORDER_STATUS } from '@huimin/domain/order';
import { expect, test, vi } from 'vitest';
import type { SaleState } from '../../context/product-context.ts';
import { pageInABox } from '../testing/page-in-a-box.tsx';
import OrderCancelPage from './order-cancel-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));

const page = pageInABox();

async function shown(order: object, flow: SaleState['flow'] = 'normal') {
  await page.show(<OrderCancelPage />, {
    call: async () => ({ ok: true, value: order }),
    sale: { window: 'insureing', notYetOnSale: false, flow },
    search: 'orderNo=JS0000000000000000001',
  });
  return { title: page.box().querySelector('h1')?.textContent, links: page.links() };
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
