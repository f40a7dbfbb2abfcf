import { randomBytes } from 'node:crypto';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  openShop,
  pay,
  REQUIRED,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

/** Beijing time of the demonstration edition of the test year. */
const SALE_STARTS = Date.parse('2026-01-01T00:00:00+08:00');
const SALE_ENDS = Date.parse('2026-12-31T23:59:59+08:00');
const UNDERWRITING_ENDS = Date.parse('2027-01-10T23:59:59+08:00');

let shop: Shop;
let visitor: Visitor;
let selfId: string;
let agreedDocuments: { key: string; version: number }[];
let next = 0;

beforeAll(async () => {
  // Seeded in November; the jobs begin after the clock was set back, lest they clear away what is over by then.
  shop = await openShop({ jobs: false });
  shop.clock.set(SALE_STARTS - 60_000);
  shop.servers[0]?.built.startJobs();
  visitor = await loggedIn(shop, people.linMei);
  selfId = await keep(visitor, people.linMei, '00');
  agreedDocuments = await agreements(visitor.value, REQUIRED);
});
afterAll(() => shop?.close());

async function save(clientKey = randomBytes(16).toString('hex')) {
  const memberId = await keep(visitor, resident(next++), '02');
  const { envelope } = await visitor.call('saveOrder', {
    clientKey,
    policyholderMemberId: selfId,
    insuredMemberIds: [memberId],
    agreedDocuments,
  });
  return envelope;
}

/** What pages are told: the configuration, the question whether it is over, and the list of editions. */
async function shown() {
  const product = await visitor.value('productInfo', {});
  const end = await visitor.value('isProjectEnd', {});
  const editions = await visitor.value('productQuery', {});
  const current = editions.find((edition) => edition.current);
  expect(end.saleWindow).toBe(product.saleWindow);
  expect(current?.saleWindow).toBe(product.saleWindow);
  return { saleWindow: product.saleWindow, ended: end.ended };
}

const REFUSED = { code: 300001, message: '现在不在参保期内' };

test('before the sale nothing can be saved, from its first millisecond on it can', async () => {
  shop.clock.set(SALE_STARTS - 1);
  expect(await save()).toMatchObject(REFUSED);
  expect(await shown()).toEqual({ saleWindow: 'insureing', ended: true });
  shop.clock.set(SALE_STARTS);
  expect(await shown()).toEqual({ saleWindow: 'insureing', ended: false });
  expect((await save()).code).toBe(200000);
});

test('the last millisecond sells, the next one does not; what was saved before may still be paid', async () => {
  shop.clock.set(SALE_ENDS - 3_600_000);
  visitor = await again();
  shop.clock.set(SALE_ENDS);
  expect(await shown()).toEqual({ saleWindow: 'insureing', ended: false });
  const clientKey = randomBytes(16).toString('hex');
  const last = await save(clientKey);
  expect(last.code).toBe(200000);
  const orderNo = last.result?.orderNo as string;

  shop.clock.set(SALE_ENDS + 1);
  expect(await shown()).toEqual({ saleWindow: 'underwriting', ended: true });
  expect(await save()).toMatchObject(REFUSED);
  // The answer to the last tap may have got lost just then: its key still finds the order.
  expect((await save(clientKey)).result).toEqual(last.result);

  shop.clock.set(SALE_ENDS + 10 * 60_000);
  await pay(visitor, orderNo, shop.sandbox);
  const state = await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (value) => value.issuedCount === 1,
  );
  expect(state.payment).toBe('paid');
});

test('the etag of the configuration changes with the window, so no page keeps an old one', async () => {
  const ask = (etag: string | null) =>
    visitor.raw('/hmb-js26/api/v1/webConfig/productInfo?t=1', { headers: etag ? { 'if-none-match': etag } : {} });
  const first = await ask(null);
  const etag = first.headers.get('etag');
  expect((await ask(etag)).status).toBe(304);
  shop.clock.set(UNDERWRITING_ENDS);
  const later = await ask(etag);
  expect(later.status).toBe(200);
  expect(later.headers.get('etag')).not.toBe(etag);
});

test('underwriting lasts until its last moment, then it is over for good', async () => {
  shop.clock.set(UNDERWRITING_ENDS - 1);
  expect(await shown()).toEqual({ saleWindow: 'underwriting', ended: true });
  shop.clock.set(UNDERWRITING_ENDS);
  expect(await shown()).toEqual({ saleWindow: 'underwriteEnd', ended: true });
  expect(await save()).toMatchObject(REFUSED);
});

test('an operator who completes underwriting ends it at once, without a restart', async () => {
  shop.clock.set(UNDERWRITING_ENDS - 3_600_000);
  expect((await shown()).saleWindow).toBe('underwriting');
  await shop.servers[0]?.deps.database.query(
    `update editions set config_version = config_version + 1,
       document = jsonb_set(document, '{underwriteComplete}', 'true') where is_default`,
  );
  await eventually(
    () => visitor.value('productInfo', {}),
    (product) => product.saleWindow === 'underwriteEnd',
  );
  expect(await shown()).toEqual({ saleWindow: 'underwriteEnd', ended: true });
});

test('the old edition stays readable and can no longer be bought', async () => {
  const info = await visitor.value('productInfo', { productId: 'js26' });
  expect(info).toMatchObject({ editionCode: 'js26', saleWindow: 'underwriteEnd' });
  const memberId = await keep(visitor, resident(next++), '02');
  const { envelope } = await visitor.call('saveOrder', {
    productId: 'js26',
    clientKey: randomBytes(16).toString('hex'),
    policyholderMemberId: selfId,
    insuredMemberIds: [memberId],
    agreedDocuments,
  });
  expect(envelope).toMatchObject(REFUSED);
});

/** Eleven months later the session is over. */
async function again(): Promise<Visitor> {
  return loggedIn(shop, people.linMei);
}
