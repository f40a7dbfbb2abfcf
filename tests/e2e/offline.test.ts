import { expect, test } from 'vitest';
import { STAYS } from '../../apps/storefront/src/channel/person-gone.ts';
import { eventually, loggedIn, pay, placeOrder, resident } from '../integration/shop.ts';
import { arrive, button, heading, logIn } from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|dynamically imported module/;

/** A page that was opened while the browser plays offline is told that it is on. */
const NO_NETWORK = /网络不通|没有连上/;

/** Somebody who has paid, logged in on a phone. */
async function insured(visit: Visit, index: number): Promise<string> {
  const { shop } = stage;
  const self = resident(index);
  const visitor = await loggedIn(shop, self);
  const { orderNo } = await placeOrder(visitor, [self]);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === 1,
  );
  stage.clock.advance(61_000);
  await visit.open('#/login');
  await logIn(visit, shop, self);
  return orderNo;
}

/** Notes which files the page has asked its worker to keep. */
function noteWanted(): void {
  // An empty page has none.
  if (!('ServiceWorker' in window)) return;
  const { postMessage } = ServiceWorker.prototype;
  ServiceWorker.prototype.postMessage = function (this: ServiceWorker, message: { keepFiles?: string[] }) {
    Object.assign(window, { wanted: message.keepFiles });
    postMessage.call(this, message);
  };
}

/** What is not kept yet and has to be before the network goes: the page, its screens' files, the voucher. */
const stillToKeep = ({ page }: Visit) =>
  page.evaluate(async () => {
    const { wanted } = window as { wanted?: string[] };
    if (!wanted) return ['what the screens need'];
    const inCaches = await Promise.all(
      ['/', ...wanted].map(async (path) => ((await caches.match(path)) ? [] : [path])),
    );
    const paper = localStorage.getItem('huimin-kept-papers') === '1' ? [] : ['the voucher'];
    return [...inCaches.flat(), ...paper];
  });

/** What lies sealed in the browser. */
const sealedNames = () =>
  new Promise<IDBValidKey[]>((resolve, reject) => {
    const opening = indexedDB.open('huimin-private', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asked = opening.result.transaction('kept').objectStore('kept').getAllKeys();
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    };
  });

test('a voucher that was looked at is there without a network, and gone after the logout', async () => {
  const visit = await stage.visit();
  const { page, context } = visit;
  visit.expectTrouble(OFFLINE);
  await page.addInitScript(noteWanted);
  const orderNo = await insured(visit, 190);
  await visit.open('#/orders');
  const order = page.getByText(`订单号 ${orderNo}`);
  await order.waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('huimin-kept-orders'))).toBe('1');
  await visit.open(`#/orderDetail?orderNo=${orderNo}`);
  await page.getByRole('link', { name: '保险凭证' }).click();
  await arrive(page, 'voucher', '保险凭证');
  await expect.poll(() => stillToKeep(visit)).toEqual([]);

  await context.setOffline(true);
  await page.goto('about:blank');
  await visit.open(`#/voucher?orderNo=${orderNo}`);
  await heading(page, '保险凭证').waitFor();
  await page.getByText(/(网络不通|没有连上)，这是 20\d\d\.\d\d\.\d\d \d\d:\d\d 的内容/).waitFor();
  await page.getByText('扫码验真').waitFor();
  await look(page, 'voucher-offline');
  // The way there from a screen that this phone has not opened yet.
  await page.evaluate(() => window.location.assign('#/withhold'));
  await heading(page, '网络不通').waitFor();
  expect(await page.getByRole('link', { name: /打电话办/ }).getAttribute('href')).toBe('tel:4000651066');
  await look(page, 'offline');
  await page.getByRole('link', { name: /看上次的订单/ }).click();
  await page.getByText('上次看到的订单，只能看').waitFor();
  await order.waitFor();
  expect(await page.getByRole('link', { name: /看详情|去付款/ }).count()).toBe(0);
  await look(page, 'orders-offline');
  await page.evaluate((number) => window.location.assign(`#/orderDetail?orderNo=${number}`), orderNo);
  await arrive(page, 'orderDetail', '订单详情');
  await page.getByText(/这是 20\d\d\.\d\d\.\d\d \d\d:\d\d 的内容/).waitFor();
  await order.waitFor();
  await look(page, 'order-detail-offline');
  await page.goBack();
  await page.goBack();
  await page.getByRole('link', { name: /看存过的保险凭证/ }).click();
  await page.getByText('以前看过的凭证，没有网也能看').waitFor();
  await look(page, 'voucher-list-offline');
  await page.getByRole('link', { name: /20\d\d.*付款/ }).click();
  await page.getByText('扫码验真').waitFor();

  await context.setOffline(false);
  await button(page, '重新加载').click();
  await button(page, '保存凭证').waitFor();
  expect(await page.getByText(/，这是 .* 的内容/).count()).toBe(0);

  await page.evaluate(() => {
    localStorage.setItem('huimin-draft-js25', '{"editionCode":"js25","memberIds":["0000000002"]}');
    sessionStorage.setItem('huimin-upgrade', '{"choice":"JS1 SMA1","key":"0123456789abcdef"}');
  });
  await visit.open('#/myAccount');
  await button(page, '退出登录').click();
  await page.getByRole('dialog').getByRole('button', { name: /退出/ }).click();
  // The logout ends on the home page, a moment after what was kept is gone.
  await page.waitForURL(/#\/index/);
  const names = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(names.filter((name) => !STAYS.includes(name) && !/^(huimin|cx)-record/.test(name))).toEqual([]);
  expect(await page.evaluate(sealedNames)).toEqual([]);
  await context.setOffline(true);
  await visit.open(`#/voucher?orderNo=${orderNo}`);
  await page.reload();
  await page.getByText(NO_NETWORK).first().waitFor();
  expect(await page.getByText('扫码验真').count()).toBe(0);
  await page.evaluate(() => window.location.assign('#/orders'));
  await page.getByText(NO_NETWORK).first().waitFor();
  expect(await order.count()).toBe(0);
  await context.setOffline(false);
});
