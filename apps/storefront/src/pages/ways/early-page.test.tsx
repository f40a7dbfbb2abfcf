// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import { ProductContext, type SaleState } from '../../context/product-context.ts';
import EarlyPage from './early-page.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  box = document.createElement('div');
  root = createRoot(box);
});
afterEach(() => act(async () => root.unmount()));

async function linksWhile(sale: SaleState): Promise<(string | null)[]> {
  await act(async () =>
    root.render(
      <ProductContext value={{ product: productInfo, sale }}>
        <EarlyPage />
      </ProductContext>,
    ),
  );
  return [...box.querySelectorAll('a')].map((link) => link.getAttribute('href'));
}

test('before the sale it says to come back; after it that it is over, and what is to be done instead', async () => {
  expect(await linksWhile({ window: 'insureing', notYetOnSale: true, flow: null })).toEqual(['#/index']);
  expect(box.textContent).toContain('到了时间，从本页直接参保');
  for (const window of ['underwriting', 'underwriteEnd'] as const) {
    expect(await linksWhile({ window, notYetOnSale: false, flow: null })).toEqual(['#/noSale', '#/index']);
    expect(box.textContent).toContain('本期参保已经结束');
    expect(box.textContent).not.toContain('到了时间');
  }
});

test('whoever may buy is led to it', async () => {
  expect(await linksWhile({ window: 'insureing', notYetOnSale: true, flow: 'early' })).toContain('#/beforeAuthUser');
  expect(await linksWhile({ window: 'underwriteEnd', notYetOnSale: false, flow: 'mid' })).toEqual(['#/mid', '#/index']);
});
