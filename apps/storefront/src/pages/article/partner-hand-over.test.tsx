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
import { PartnerHandOver } from './partner-hand-over.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
let made: [string, object][];
let left: string[];
beforeEach(() => {
  box = document.createElement('div');
  root = createRoot(box);
  made = [];
  left = [];
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void left.push(String(address)));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.restoreAllMocks();
});

/** Nobody is known to the messaging app here. */
const client = {
  call: async ({ name }: { name: string }, input: { confirmed?: boolean }) => {
    made.push([name, input]);
    if (name === 'buildAuthorisationUrl') return { ok: true, value: { authorisationUrl: 'https://open.example/' } };
    if (input.confirmed)
      return { ok: false, code: 400403, name: 'open-id-required', message: '请在微信里打开', result: null };
    return { ok: true, value: { name: '合作方', host: 'buy.partner.example', url: null } };
  },
} as unknown as Client;

async function pressed({ canAuthorise, area }: { canAuthorise: boolean; area: string }) {
  const search = `channel=partner&area=${area}`;
  const screen = { navigator: { navigate: () => {}, goBack: () => {} }, search };
  const environment = { serverClock: { now: () => 0, offsetMs: () => 0 }, channel: { ...plainChannel, canAuthorise } };
  await act(async () =>
    root.render(
      <ClientProvider value={client}>
        <EnvironmentContext value={environment as never}>
          <ProductContext
            value={{ product: productInfo, sale: { window: 'insureing', notYetOnSale: false, flow: 'normal' } }}
          >
            <ScreenContext value={screen}>
              <PartnerHandOver channel="partner" />
            </ScreenContext>
          </ProductContext>
        </EnvironmentContext>
      </ClientProvider>,
    ),
  );
  const button = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === '同意并前往');
  await act(async () => button?.click());
}

test('without an openId the authorisation begins anew, for the address that is shown', async () => {
  await pressed({ canAuthorise: true, area: '320500' });
  expect(made.at(-1)).toEqual(['buildAuthorisationUrl', { appId: productInfo.appId, state: window.location.href }]);
  expect(left).toEqual(['https://open.example/']);
});

test('where nobody can be authorised it is said where to open the page', async () => {
  await pressed({ canAuthorise: false, area: '320500' });
  expect(made.map(([name]) => name)).not.toContain('buildAuthorisationUrl');
  expect([left, box.textContent]).toEqual([[], expect.stringContaining('请在微信里打开')]);
});

test('the shown edition is recorded, and a place only if it is one of ours', async () => {
  const { editionCode: productId } = productInfo;
  await pressed({ canAuthorise: false, area: '320500' });
  expect(made.at(-1)).toEqual(['recordsChannel', { channel: 'partner', productId, area: '320500', confirmed: true }]);
  await pressed({ canAuthorise: false, area: 'somewhere' });
  expect(made.at(-1)).toEqual(['recordsChannel', { channel: 'partner', productId, confirmed: true }]);
});
