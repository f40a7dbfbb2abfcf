// @vitest-environment happy-dom
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { plainChannel } from '../../channel/plain.ts';
import { EnvironmentContext } from '../../context/environment.ts';
import { ProductContext } from '../../context/product-context.ts';
import { ScreenContext } from '../../context/screen-context.ts';
import LoginHistoryPage from '../account/login-history-page.tsx';
import OwnDataPage from '../account/own-data-page.tsx';
import BookingDonePage from '../booking/booking-done-page.tsx';
import ClaimsPage from '../claims/claims-page.tsx';
import ComplaintsPage from '../complaints/complaints-page.tsx';
import FamilyPage from '../family/family-page.tsx';
import ClausesPage from '../home/clauses-page.tsx';
import MessagesPage from '../messages/messages-page.tsx';
import OrderDetailPage from '../my/order-detail-page.tsx';
import OrdersPage from '../my/orders-page.tsx';
import OutletsPage from '../outlets/outlets-page.tsx';
import VoucherListPage from '../policies/voucher-list-page.tsx';
import RenewPage from '../renew/renew-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  localStorage.setItem('huimin-account', '138****0000');
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
  localStorage.clear();
});

const SCREENS: readonly (readonly [string, ComponentType])[] = [
  ['orders', OrdersPage],
  ['order', OrderDetailPage],
  ['family', FamilyPage],
  ['claims', ClaimsPage],
  ['booking', BookingDonePage],
  ['messages', MessagesPage],
  ['vouchers', VoucherListPage],
  ['renewal', RenewPage],
  ['complaints', ComplaintsPage],
  ['own data', OwnDataPage],
  ['logins', LoginHistoryPage],
  ['outlets', OutletsPage],
  ['clauses', ClausesPage],
];
const FAILURES = [
  ['the network is lost', () => Promise.reject(new NetworkFailure('unreachable', 'call')), /没有连上/],
  ['the server answers nothing', () => Promise.reject(new NetworkFailure('http', 'call', 500)), /系统忙/],
  [
    'the server answers that it cannot',
    async () => ({ ok: false, code: 500000, name: 'internal', message: '系统忙，请稍后再试', result: null }),
    /系统忙/,
  ],
] as const;
const CASES = SCREENS.flatMap(([screen, Screen]) =>
  FAILURES.map(([why, ...rest]) => [screen, why, Screen, ...rest] as const),
);

test.each(CASES)('%s, %s: says so, asks again when pressed, and leads home', async (_, _why, Screen, answer, words) => {
  const call = vi.fn(answer);
  const sale = { window: 'insureing', notYetOnSale: false, flow: 'normal' } as const;
  await act(async () =>
    root.render(
      <ClientProvider value={{ call } as unknown as Client}>
        <EnvironmentContext value={{ serverClock: { now: Date.now, offsetMs: () => 0 }, channel: plainChannel }}>
          <ProductContext value={{ product: productInfo, sale }}>
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
  await vi.waitFor(() => expect(box.textContent).toMatch(words));
  const again = [...box.querySelectorAll('button')].find(({ textContent }) =>
    ['重新加载', '再试一次'].includes(textContent ?? ''),
  );
  const before = call.mock.calls.length;
  await act(async () => again?.click());
  expect(call.mock.calls.length).toBeGreaterThan(before);
  expect([...box.querySelectorAll('a[href="#/index"]')].map(({ textContent }) => textContent)).toEqual(['回首页']);
});
