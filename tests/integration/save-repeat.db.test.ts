import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  openShop,
  placeOrder,
  REQUIRED,
  resident,
  type Shop,
  startPaying,
} from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

test('a repeat after the answer got lost finds its order, whatever was changed since', async () => {
  const visitor = await loggedIn(shop, resident(700));
  const self = await keep(visitor, resident(700), '00');
  const mother = await keep(visitor, resident(701), '02');
  const agreedDocuments = await agreements(visitor.value, REQUIRED);
  const save = () =>
    visitor.value('saveOrder', {
      clientKey: 'f00d'.repeat(8),
      policyholderMemberId: self,
      insuredMemberIds: [mother],
      agreedDocuments,
    });
  const { orderNo } = await save();

  const { query } = shop.servers[0]?.deps.database ?? expect.fail();
  await query(
    `insert into documents select edition_code, document_key, version + 1, title, required, blocks, sha256, published_at
     from documents where document_key = 'clauses'`,
  );
  await shop.servers[0]?.deps.editions.refresh();
  expect((await save()).orderNo).toBe(orderNo);

  await visitor.value('updateMember', { memberId: mother, remove: true });
  expect((await save()).orderNo).toBe(orderNo);

  const other = await visitor.call('saveOrder', {
    clientKey: randomBytes(16).toString('hex'),
    policyholderMemberId: self,
    insuredMemberIds: [mother],
    agreedDocuments,
  });
  expect(other.envelope.code).not.toBe(200000);
});

test('a repeat for an order that was refunded holds nobody: its people can be insured by another one', async () => {
  const self = resident(702);
  const visitor = await loggedIn(shop, self);
  const clientKey = randomBytes(16).toString('hex');
  const { orderNo, memberIds } = await placeOrder(visitor, [self], clientKey);
  const outTradeNo = await startPaying(visitor, orderNo, shop.sandbox);
  await visitor.value('cancelOrder', { orderNo });
  shop.sandbox.control.orders.act(outTradeNo, 'force-pay');
  await shop.sandbox.control.settle();
  const refunded = async () => {
    shop.clock.advance(5_000);
    await shop.sandbox.control.settle();
    return (await visitor.value('queryInsureOrder', { orderNo })).payment;
  };
  await eventually(refunded, (payment) => payment === 'refunded');

  const save = async (key: string) => {
    const input = {
      clientKey: key,
      policyholderMemberId: memberIds[0] as string,
      insuredMemberIds: [...memberIds],
      agreedDocuments: await agreements(visitor.value, REQUIRED),
    };
    return visitor.value('saveOrder', input);
  };
  expect((await save(clientKey)).orderNo).toBe(orderNo);
  expect((await save(randomBytes(16).toString('hex'))).orderNo).not.toBe(orderNo);
});
