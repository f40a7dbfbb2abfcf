// @vitest-environment happy-dom
import { POLICY_STATUS } from '@huimin/domain/policy';
import { expect, test, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import { pageInABox } from '../testing/page-in-a-box.tsx';
import MyCoverPage from './my-cover-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));

const { editionYear } = productInfo;
const page = pageInABox();

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
  await page.show(<MyCoverPage />, {
    call: async ({ name }) => ({ ok: true, value: name === 'selectListPolicy' ? { policies } : { orders: [] } }),
    sale: { window: 'insureing', notYetOnSale: false, flow },
  });
  return page.links();
}

test('while next year is on sale, who is covered this year sees that, and is led to insure the same people again', async () => {
  const lastYear = editionYear - 1;
  expect(await links(lastYear)).toEqual([`#/orders?tab=paid&year=${lastYear}`, '#/renew']);
  expect(page.box().textContent).toContain(`1 人已有 ${lastYear} 年保障`);
  expect(page.box().textContent).toContain(`您还没有 ${editionYear} 年的保障`);
});

test('who is covered for both years sees both', async () => {
  expect(await links(editionYear - 1, editionYear)).toEqual([
    `#/orders?tab=paid&year=${editionYear}`,
    `#/orders?tab=paid&year=${editionYear - 1}`,
    '#/beforeAuthUser',
  ]);
  expect(page.box().textContent).not.toContain('还没有');
});

test('who was never covered is led to buy', async () => {
  expect(await links()).toEqual(['#/beforeAuthUser']);
  expect(page.box().textContent).not.toContain('已有的保障');
});

test('after the sale, who was covered last year is led to those who may still join, and not to a renewal that is over', async () => {
  const lastYear = editionYear - 1;
  expect(await linksWhile('early', [lastYear])).toEqual([`#/orders?tab=paid&year=${lastYear}`, '#/renew']);
  expect(await linksWhile('mid', [lastYear])).toEqual([`#/orders?tab=paid&year=${lastYear}`, '#/mid']);
});
