import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();

/** Goals of the first page until nothing more is asked for, without the recorder and WeChat's own script. */
const REQUESTS = 6;
const TRANSFER_BYTES = 115_000;

test('who only opens the home page gets the page, its script and the product, and the page stays as the server made it', async () => {
  const { page } = await stage.visit();
  const asked: string[] = [];
  let bytes = 0;
  page.context().on('requestfinished', async (request) => {
    asked.push(new URL(request.url()).pathname);
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += Math.max(0, responseBodySize) + responseHeadersSize;
  });
  await page.goto(stage.shop.origin);
  await expect.poll(() => asked).toContain('/hmb-js26/api/v1/webConfig/productInfo');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /\/(home-|topics|styles)/.test(path))).toEqual([]);
  // The worker takes the page and its script out of the browser's own store.
  expect(new Set(asked).size, asked.join(' ')).toBeLessThanOrEqual(REQUESTS);
  expect(bytes).toBeLessThanOrEqual(TRANSFER_BYTES);
  const told = await page.locator('#product').textContent();
  const reply = await stage.shop.visitor().value('productInfo', {});
  expect(JSON.stringify(reply)).toBe(JSON.stringify(JSON.parse(told ?? '')));
});
