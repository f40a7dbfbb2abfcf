// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { SaleState } from '../../context/product-context.ts';
import { pageInABox } from '../testing/page-in-a-box.tsx';
import EarlyPage from './early-page.tsx';

const page = pageInABox();

async function linksWhile(sale: SaleState): Promise<(string | null)[]> {
  await page.show(<EarlyPage />, { sale });
  return page.links();
}

test('before the sale it says to come back; after it that it is over, and what is to be done instead', async () => {
  expect(await linksWhile({ window: 'insureing', notYetOnSale: true, flow: null })).toEqual(['#/index']);
  expect(page.box().textContent).toContain('到了时间，从本页直接参保');
  for (const window of ['underwriting', 'underwriteEnd'] as const) {
    expect(await linksWhile({ window, notYetOnSale: false, flow: null })).toEqual(['#/noSale', '#/index']);
    expect(page.box().textContent).toContain('本期参保已经结束');
    expect(page.box().textContent).not.toContain('到了时间');
  }
});

test('whoever may buy is led to it', async () => {
  expect(await linksWhile({ window: 'insureing', notYetOnSale: true, flow: 'early' })).toContain('#/beforeAuthUser');
  expect(await linksWhile({ window: 'underwriteEnd', notYetOnSale: false, flow: 'mid' })).toEqual(['#/mid', '#/index']);
});
