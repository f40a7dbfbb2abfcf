// @vitest-environment happy-dom
import { POLICY_STATUS } from '@huimin/domain/policy';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { plainChannel } from '../../channel/plain.ts';
import { EnvironmentContext } from '../../context/environment.ts';
import { ProductContext } from '../../context/product-context.ts';
import MyCoverPage from './my-cover-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const { editionYear } = productInfo;
let root: Root;
let box: HTMLElement;
beforeEach(() => {
  box = document.createElement('div');
  root = createRoot(box);
});
afterEach(() => act(async () => root.unmount()));

/** The links of the page, for somebody with a policy of each of these years. */
async function links(...years: number[]): Promise<(string | null)[]> {
  return linksWhile('normal', years);
}

async function linksWhile(flow: 'normal' | 'early' | 'mid', years: readonly number[]): Promise<(string | null)[]> {
  const policies = years.map((year) => ({
    status: POLICY_STATUS.inForce,
    editionYear: year,
    validDate: `${year}-01-01`,
    invalidDate: `${year}-12-31`,
  }));
  const call = async ({ name }: { name: string }) => ({
    ok: true,
    value: name === 'selectListPolicy' ? { policies } : { orders: [] },
  });
  const sale = { window: 'insureing', notYetOnSale: false, flow } as const;
  await act(async () =>
    root.render(
      <ClientProvider value={{ call } as unknown as Client}>
        <EnvironmentContext value={{ serverClock: { now: Date.now, offsetMs: () => 0 }, channel: plainChannel }}>
          <ProductContext value={{ product: productInfo, sale }}>
            <MyCoverPage />
          </ProductContext>
        </EnvironmentContext>
      </ClientProvider>,
    ),
  );
  return [...box.querySelectorAll('a')].map((link) => link.getAttribute('href'));
}

test('while next year is on sale, who is covered this year sees that, and is led to insure the same people again', async () => {
  const lastYear = editionYear - 1;
  expect(await links(lastYear)).toEqual([`#/orders?tab=paid&year=${lastYear}`, '#/renew']);
  expect(box.textContent).toContain(`1 人已有 ${lastYear} 年保障`);
  expect(box.textContent).toContain(`您还没有 ${editionYear} 年的保障`);
});

test('who is covered for both years sees both', async () => {
  expect(await links(editionYear - 1, editionYear)).toEqual([
    `#/orders?tab=paid&year=${editionYear}`,
    `#/orders?tab=paid&year=${editionYear - 1}`,
    '#/beforeAuthUser',
  ]);
  expect(box.textContent).not.toContain('还没有');
});

test('who was never covered is led to buy', async () => {
  expect(await links()).toEqual(['#/beforeAuthUser']);
  expect(box.textContent).not.toContain('已有的保障');
});

test('after the sale, who was covered last year is led to those who may still join, and not to a renewal that is over', async () => {
  const lastYear = editionYear - 1;
  expect(await linksWhile('early', [lastYear])).toEqual([`#/orders?tab=paid&year=${lastYear}`, '#/renew']);
  expect(await linksWhile('mid', [lastYear])).toEqual([`#/orders?tab=paid&year=${lastYear}`, '#/mid']);
});
