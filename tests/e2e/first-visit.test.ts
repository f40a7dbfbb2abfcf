import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();

/** Goals of the first page until nothing more is asked for, without the recorder and WeChat's own script. */
const REQUESTS = 6;
const TRANSFER_BYTES = 115_000;
const RECORDER = /^\/assets\/(?:start-recording|table|reference)-/;

/** Runs in the page: whoever has chosen where they are insured is led on by the first tap. */
const withRegion = () => localStorage.setItem('huimin-region', '320540');

test('who only opens the home page gets the page, its script and the product, and the page stays as the server made it', async () => {
  const { page } = await stage.visit();
  const asked: string[] = [];
  const recorder: string[] = [];
  let bytes = 0;
  page.context().on('requestfinished', async (request) => {
    const path = new URL(request.url()).pathname;
    if (RECORDER.test(path)) {
      recorder.push(path);
      return;
    }
    asked.push(path);
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += Math.max(0, responseBodySize) + responseHeadersSize;
  });
  await page.goto(stage.shop.origin);
  await expect.poll(() => asked).toContain('/hmb-js26/api/v1/webConfig/productInfo');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /\/(home-|first-|parts-|styles-)/.test(path))).toEqual([]);
  // The worker takes the page and its script out of the browser's own store.
  expect(new Set(asked).size, asked.join(' ')).toBeLessThanOrEqual(REQUESTS);
  expect(bytes).toBeLessThanOrEqual(TRANSFER_BYTES);
  // The recorder is at hand for the first tap, and has begun nothing: nothing of this visit lies on the phone or is sent.
  await expect.poll(() => recorder.length).toBe(3);
  expect(
    await page.evaluate(() => [sessionStorage.getItem('cx-record-uuid'), localStorage.getItem('huimin-recorded')]),
  ).toEqual([null, null]);
  const told = await page.locator('#product').textContent();
  const reply = await stage.shop.visitor().value('productInfo', {});
  expect(JSON.stringify(reply)).toBe(JSON.stringify(JSON.parse(told ?? '')));
});

test('a link that is pressed before the app is there keeps what the address handed on', async () => {
  const { page } = await stage.visit();
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/\/assets\/app-.*\.js/, async (route) => {
    await sent;
    await route.continue();
  });
  await page.goto(`${stage.shop.origin}/#/index?shareCode=a1&shareFrom=card&productId=js26`, { waitUntil: 'commit' });
  await page.getByRole('link', { name: '附近网点' }).tap();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/branch');
  send();
  await page.getByRole('heading', { name: '服务网点' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/branch?shareCode=a1&shareFrom=card&productId=js26');
});

test('a first tap asks for the screen it leads to beside the table of screens, and a phone that saves data fetches nothing ahead', async () => {
  const { page } = await stage.visit();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let answerTable = () => {};
  const answered = new Promise<void>((resolve) => {
    answerTable = resolve;
  });
  await page.route(/\/assets\/route-table-/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.addInitScript(withRegion);
  await page.goto(stage.shop.origin);
  const buy = page.locator('a[href^="#/beforeAuthUser"]').locator('visible=true').first();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /\/(login-page|choose-insured-page|route-table)-/.test(path))).toEqual([]);
  await buy.tap();
  const files = () =>
    ['login-page', 'choose-insured-page', 'first', 'first-styles', 'parts', 'styles'].filter((name) =>
      asked.some((path) => new RegExp(`^/assets/${name}-[\\w-]{7}\\.\\w+$`).test(path)),
    );
  // What only later screens share is not among them, nor what only those show.
  await expect.poll(files).toEqual(['login-page', 'choose-insured-page', 'first', 'first-styles']);
  answerTable();
  await page.getByRole('button', { name: '获取验证码' }).waitFor();

  const { page: saving } = await stage.visit();
  const fetched: string[] = [];
  saving.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await saving.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await saving.addInitScript(withRegion);
  await saving.goto(stage.shop.origin);
  await expect.poll(() => fetched).toContain('/hmb-js26/api/v1/webConfig/productInfo');
  await saving.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await saving.mouse.wheel(0, 300);
  await saving.waitForLoadState('networkidle');
  expect(fetched.filter((path) => /\/(login-page|choose-insured-page)-/.test(path))).toEqual([]);
  await saving.locator('a[href^="#/beforeAuthUser"]').locator('visible=true').first().tap();
  await saving.getByRole('button', { name: '获取验证码' }).waitFor();
});
