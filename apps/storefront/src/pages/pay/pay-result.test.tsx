// @vitest-environment happy-dom
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { CallFailure, Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { plainChannel } from '../../channel/plain.ts';
import { EnvironmentContext } from '../../context/environment.ts';
import { ProductContext } from '../../context/product-context.ts';
import { ScreenContext } from '../../context/screen-context.ts';
import PayLoadingPage from './pay-loading-page.tsx';
import PaySuccessPage from './pay-success-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
let name: CallFailure['name'];
const client = {
  call: async () => ({ ok: false, code: 499999, name, message: '答复', result: null }),
} as unknown as Client;

beforeEach(() => {
  vi.useFakeTimers();
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
  vi.useRealTimers();
});

const show = (Screen: ComponentType, answer: CallFailure['name']) => {
  name = answer;
  return act(async () =>
    root.render(
      <ClientProvider value={client}>
        <EnvironmentContext value={{ serverClock: { now: Date.now, offsetMs: () => 0 }, channel: plainChannel }}>
          <ProductContext
            value={{ product: productInfo, sale: { window: 'insureing', notYetOnSale: false, flow: 'normal' } }}
          >
            <ScreenContext
              value={{ navigator: { navigate: () => {}, goBack: () => {} }, search: 'orderNo=JS0000000000000000001' }}
            >
              <Screen />
            </ScreenContext>
          </ProductContext>
        </EnvironmentContext>
      </ClientProvider>,
    ),
  );
};

const SCREENS = [
  ['payLoading', PayLoadingPage],
  ['paySuccess', PaySuccessPage],
] as const;

test.each(SCREENS)(
  '%s: who was logged out at the cashier is asked to log in, not told that no such order is known',
  async (_, Screen) => {
    await show(Screen, 'not-logged-in');
    expect(box.textContent).toContain('登录后看付款结果');
    expect(box.textContent).not.toContain('没有找到');
    expect([...box.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['去登录']);
  },
);

test.each(SCREENS)(
  '%s: a code that this release does not know says nothing of the order, and it goes on asking',
  async (_, Screen) => {
    await show(Screen, null);
    expect(box.textContent).toMatch(/正在(确认|查询)付款结果/);
  },
);

test.each(SCREENS)('%s: an order that is not this person’s is not found', async (_, Screen) => {
  await show(Screen, 'not-found');
  expect(box.textContent).toContain('没有找到这笔订单');
});
