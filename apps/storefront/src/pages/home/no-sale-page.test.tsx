// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { SaleState } from '../../context/product-context.ts';
import { pageInABox } from '../testing/page-in-a-box.tsx';
import NoSalePage from './no-sale-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));

const { editionCode, editionYear, plans } = productInfo;
const EDITIONS = [
  { editionCode, name: '苏民安 2026', editionYear, plans, onSale: true },
  { editionCode: 'test25', name: '苏民安 2025', editionYear: editionYear - 1, plans, onSale: true },
  { editionCode: 'test27', name: '苏民安 2027', editionYear: editionYear + 1, plans, onSale: true },
  { editionCode: 'test28', name: '苏民安 2028', editionYear: editionYear + 2, plans, onSale: false },
];

const page = pageInABox();

const links = async (sale: SaleState) => {
  const call = async () => ({ ok: true, value: EDITIONS });
  await page.show(<NoSalePage />, { call, sale, search: `shareCode=a1&productId=${editionCode}` });
  return Array.from(page.box().querySelectorAll('a'), (link) => `${link.getAttribute('href')} ${link.textContent}`);
};

test('whoever comes to an edition that is over is led to the one on sale, with what the address hands on', async () => {
  expect(await links({ window: 'underwriteEnd', notYetOnSale: false, flow: null })).toContain(
    '/?productId=test27#/index?shareCode=a1 苏民安 2027 正在参保基础版 158 元 / 年',
  );
  expect(page.box().textContent).not.toMatch(/苏民安 2028|苏民安 202[56] 正在/);
});

test('what is bought and what is claimed can be looked up when the sale is over, by telephone too', async () => {
  const over = await links({ window: 'underwriting', notYetOnSale: false, flow: null });
  expect(over).toEqual(
    expect.arrayContaining([
      '#/orders 查我的订单',
      '#/voucher_list 查我的保单',
      '#/claims 查理赔',
      '#/lsjsfwsc 用健康服务',
    ]),
  );
  expect(over.filter((link) => link.startsWith('tel:'))).toHaveLength(1);
});

test('before its sale an edition says when it begins, and leads nowhere else', async () => {
  expect((await links({ window: 'insureing', notYetOnSale: true, flow: null })).join()).not.toContain('productId');
});
