import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { plainChannel } from '../../channel/plain.ts';
import { EnvironmentContext } from '../../context/environment.ts';
import { ProductContext, type SaleState } from '../../context/product-context.ts';
import { ScreenContext } from '../../context/screen-context.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

interface Around {
  /** Answers the page's calls; without it no call may be made. */
  readonly call?: (call: { name: string }, input: never) => Promise<unknown>;
  readonly sale?: SaleState;
  /** Query of the page's address, without the question mark. */
  readonly search?: string;
  readonly now?: () => number;
}

const ON_SALE: SaleState = { window: 'insureing', notYetOnSale: false, flow: 'normal' };
const NO_CALLS = () => Promise.reject(new Error('nothing answers calls here'));

/** A page of the storefront alone in a document, as the app would show it; each test of the file has one of its own. */
export function pageInABox() {
  let root: Root;
  let box: HTMLElement;
  const open = () => {
    box = document.createElement('div');
    document.body.append(box);
    root = createRoot(box);
  };
  const close = async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
  };
  beforeEach(open);
  afterEach(close);
  return {
    box: () => box,
    links: () => Array.from(box.querySelectorAll('a'), (link) => link.getAttribute('href')),
    /** Another visit of the same test. */
    async anew() {
      await close();
      open();
    },
    show: (page: ReactNode, { call = NO_CALLS, sale = ON_SALE, search = '', now = Date.now }: Around = {}) =>
      act(async () =>
        root.render(
          <ClientProvider value={{ call } as unknown as Client}>
            <EnvironmentContext value={{ serverClock: { now, offsetMs: () => 0 }, channel: plainChannel }}>
              <ProductContext value={{ product: productInfo, sale }}>
                <ScreenContext value={{ navigator: { navigate: () => {}, goBack: () => {} }, search }}>
                  {page}
                </ScreenContext>
              </ProductContext>
            </EnvironmentContext>
          </ClientProvider>,
        ),
      ),
  };
}
