import { randomBytes } from 'node:crypto';
import { type Person, people } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { agreements, keep, loggedIn, openShop, pay, REQUIRED, resident, type Shop, type Visitor } from './shop.ts';

let shop: Shop;
let agreedDocuments: { key: string; version: number }[];
let next = 0;

beforeAll(async () => {
  shop = await openShop({ servers: 2, jobs: false });
  agreedDocuments = await agreements(shop.visitor().value, REQUIRED);
});
afterAll(() => shop?.close());

/** One user with two browsers, one at each server, and three kept people. */
let tabs: readonly [Visitor, Visitor];
let family: readonly Person[];
let memberIds: readonly string[];
let clientKey: string;

beforeEach(async () => {
  family = [resident(next++), resident(next++), resident(next++)];
  const first = await loggedIn(shop, family[0] as Person);
  const second = shop.visitor(1);
  second.cookie = first.cookie;
  tabs = [first, second];
  memberIds = [
    await keep(first, family[0] as Person, '00'),
    await keep(first, family[1] as Person, '02'),
    await keep(first, family[2] as Person, '03'),
  ];
  clientKey = randomBytes(16).toString('hex');
});

const save = (tab: Visitor, insured: readonly number[] = [0, 1], key = clientKey) =>
  tab.call('saveOrder', {
    clientKey: key,
    policyholderMemberId: memberIds[0] as string,
    insuredMemberIds: insured.map((index) => memberIds[index] as string),
    agreedDocuments,
  });

const orders = async () => (await tabs[0].value('queryOrders', {})).orders;
const states = async () => (await tabs[0].value('queryFamily', {})).map((member) => member.state);

test('a double tap, many times over and on both servers at once, makes one order', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, tap) => save(tabs[tap % 2] as Visitor)));
  expect(answers.map(({ envelope }) => envelope.code)).toEqual(answers.map(() => 200000));
  expect(new Set(answers.map(({ envelope }) => envelope.result?.orderNo)).size).toBe(1);
  expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope.result))).size).toBe(1);
  expect(await orders()).toMatchObject([{ premiumFen: 31_600, insured: [{}, {}] }]);
  expect(await states()).toEqual(['waiting-payment', 'waiting-payment', 'insurable']);
});

test('a retry after the answer got lost finds the order, on the other server too, minutes later too', async () => {
  const aborted = new AbortController();
  const lost = tabs[0].raw('/hmb-js26/api/v1/insure/order/save', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: aborted.signal,
    body: JSON.stringify({
      clientKey,
      policyholderMemberId: memberIds[0],
      insuredMemberIds: memberIds.slice(0, 2),
      agreedDocuments,
    }),
  });
  setTimeout(() => aborted.abort(), 3);
  await lost.catch(() => undefined);
  const retried = await save(tabs[1]);
  shop.clock.advance(5 * 60_000);
  const again = await save(tabs[0]);
  expect(retried.envelope).toMatchObject({ code: 200000 });
  expect(again.envelope.result).toEqual(retried.envelope.result);
  expect(await orders()).toHaveLength(1);
});

test('two tabs with one draft: the order of the first to come stands, the other people stay free', async () => {
  const answers = await Promise.all([save(tabs[0], [0, 1]), save(tabs[1], [0, 2])]);
  for (const { envelope } of answers) expect(envelope.code).toBe(200000);
  expect(new Set(answers.map(({ envelope }) => envelope.result?.orderNo)).size).toBe(1);
  const [order] = await orders();
  const taken = order?.insured.map((person) => person.name);
  const freeOne = [1, 2].find((index) => !taken?.includes(family[index]?.name as string)) as number;
  expect(await orders()).toHaveLength(1);
  // Whoever is not in the order can be insured by the next one.
  expect((await save(tabs[1], [freeOne], randomBytes(16).toString('hex'))).envelope.code).toBe(200000);
});

test('the key used again with other people answers the first order and holds nobody else', async () => {
  const first = await save(tabs[0], [0]);
  const second = await save(tabs[1], [1, 2]);
  expect(second.envelope.result).toEqual(first.envelope.result);
  expect(await states()).toEqual(['waiting-payment', 'insurable', 'insurable']);
  const others = await loggedIn(shop, people.stranger);
  const self = await keep(others, people.stranger, '00');
  const mother = await keep(others, family[1] as Person, '02');
  const elsewhere = await others.call('saveOrder', {
    clientKey,
    policyholderMemberId: self,
    insuredMemberIds: [mother],
    agreedDocuments,
  });
  // The same key of another user is another key.
  expect(elsewhere.envelope.code).toBe(200000);
  expect(elsewhere.envelope.result?.orderNo).not.toBe(first.envelope.result?.orderNo);
});

test('the key used again for another edition answers the first order and holds nobody in the other one', async () => {
  const first = await save(tabs[0], [0]);
  const { query } = shop.servers[0]?.deps.database ?? expect.fail();
  const [other] = await query<{ productId: string; planCode: string }>(
    `select code as "productId", document #>> '{plans,0,code}' as "planCode" from editions where code like 'demo%plus'`,
  );
  const inOther = (key: string) =>
    tabs[1].call('saveOrder', {
      ...(other ?? expect.fail()),
      clientKey: key,
      policyholderMemberId: memberIds[0] as string,
      insuredMemberIds: [memberIds[0] as string],
      agreedDocuments,
    });
  expect((await inOther(clientKey)).envelope.result).toEqual(first.envelope.result);
  expect((await inOther(randomBytes(16).toString('hex'))).envelope.code).toBe(200000);
});

test('the key of a cancelled order says so and holds nobody; a new key makes a new order', async () => {
  const first = await save(tabs[0]);
  const orderNo = first.envelope.result?.orderNo as string;
  await tabs[0].value('cancelOrder', { orderNo });
  const again = await save(tabs[1]);
  expect(again.envelope).toMatchObject({
    code: 400303,
    message: '这笔订单已经关闭，请重新提交',
    result: { orderNo },
  });
  expect(await states()).toEqual(['insurable', 'insurable', 'insurable']);
  expect((await save(tabs[1], [0, 1], randomBytes(16).toString('hex'))).envelope.code).toBe(200000);
});

test('the key of a paid order answers that order, not a second one', async () => {
  const first = await save(tabs[0]);
  await pay(tabs[0], first.envelope.result?.orderNo as string, shop.sandbox);
  const again = await save(tabs[1]);
  expect(again.envelope.result).toEqual(first.envelope.result);
  expect(await orders()).toMatchObject([{ status: 30 }]);
});

test('a double tap on pay, on both servers, starts one payment', async () => {
  const { envelope } = await save(tabs[0]);
  const orderNo = envelope.result?.orderNo as string;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, tap) => (tabs[tap % 2] as Visitor).call('wechatWapPay', { orderNo })),
  );
  const codes = answers.map((answer) => answer.envelope.code);
  expect(codes).toContain(200000);
  const started = shop.sandbox.control.orders.list().filter((order) => order.outTradeNo.startsWith(orderNo));
  expect(started).toHaveLength(1);
});
