// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { pageInABox } from '../testing/page-in-a-box.tsx';
import LovePage from './love-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));

const page = pageInABox();
const ORDER = 'JS0000000000000000001';

test.each([
  ['making', '保单还在生成', []],
  ['held', '客服正在核对这笔订单', [`#/orderDetail?orderNo=${ORDER}`]],
  ['uncovered', '这笔订单没能承保', [`#/orderDetail?orderNo=${ORDER}`]],
  ['void', '这笔订单已经退保', ['#/love-list']],
] as const)('of an order that is %s it says so, and what to do', async (state, title, links) => {
  await page.show(<LovePage />, {
    call: async () => ({ ok: true, value: { orderNo: ORDER, state, nickname: null } }),
    search: `orderNo=${ORDER}`,
  });
  expect(page.box().textContent).toContain(title);
  expect(page.box().textContent?.includes('一般几分钟')).toBe(state === 'making');
  expect(page.links()).toEqual(links);
});
