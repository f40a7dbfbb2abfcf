import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreements, keep, loggedIn, openShop, REQUIRED, resident, type Shop } from './shop.ts';

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
