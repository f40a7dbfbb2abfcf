import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { trialBalance } from '../../apps/server/src/features/ledger/index.ts';
import { companiesOf, creditCodeOf } from './company-people.ts';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  newestCode,
  openShop,
  pay,
  REQUIRED,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

/** A server that works on one purchase at a time: upgrades and companies stand in the same line as new orders. */
const DAY = '2026-11-20';
const PHONE = '13900000477';
let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ jobs: false, environment: { PURCHASE_ROOM: '1' } });
  shop.clock.set(Date.parse(`${DAY}T10:00:00+08:00`));
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;
const query = <Row extends object>(text: string, values: unknown[] = []) => deps().database.query<Row>(text, values);
const key = (): string => randomBytes(16).toString('hex');
const { run, agreed } = companiesOf(() => shop);

/** Somebody buys, and the database lets nobody write an order until `end`. */
async function heldPurchase(buyer: Visitor, order: object): Promise<{ end: () => Promise<void> }> {
  const holding = new pg.Client({ connectionString: shop.database.url });
  await holding.connect();
  await holding.query('begin; lock table orders in exclusive mode');
  const saving = buyer.call('saveOrder', order as never);
  const inside = async () => (await fetch(`${shop.origin}/metrics`)).text();
  await eventually(inside, (text) => /^hm_purchases_inside 1$/m.test(text));
  return {
    async end() {
      await holding.query('commit');
      await holding.end();
      expect((await saving).envelope.code).toBe(200000);
      shop.clock.advance(1_000);
    },
  };
}

async function buyerOf(index: number, productId?: string, planCode?: string) {
  const person = resident(index);
  const visitor = await loggedIn(shop, person);
  const selfId = await keep(visitor, person, '00');
  const agreedDocuments = await agreements(visitor.value, REQUIRED);
  const order = () => ({
    ...{ clientKey: key(), policyholderMemberId: selfId, insuredMemberIds: [selfId], agreedDocuments },
    ...(productId ? { productId, planCode } : {}),
  });
  return { visitor, order };
}

const linePlace = (reply: { envelope: { code: unknown; result: unknown } }) => {
  expect(reply.envelope.code).toBe(400305);
  return reply.envelope.result as { ticket: string; ahead: number };
};

test('an upgrade stands in the line of new orders, and has its place again by the ticket', async () => {
  const sold = (await shop.visitor().value('productQuery', {})).find(
    ({ onSale, plans }) => onSale && plans.length === 2,
  );
  const productId = sold?.editionCode as string;
  const documents = (await shop.visitor().value('productInfo', { productId })).documents;
  const agreedDocuments = documents.filter(({ required }) => required).map(({ key, version }) => ({ key, version }));
  const { visitor, order } = await buyerOf(5_000, productId, 'basic');
  const { orderNo } = await visitor.value('saveOrder', { ...order(), agreedDocuments });
  await pay(visitor, orderNo, shop.sandbox);
  await shop.runJob('outbox order-paid');
  const { people } = await visitor.value('queryUpgrade', { orderNo });
  const wish = {
    ...{ clientKey: key(), orderNo, planCode: 'upgraded', policyNos: people.map(({ policyNo }) => policyNo) },
    ...{ expectedFen: 10_000, agreedDocuments },
  };
  const [first, third] = [await buyerOf(5_001), await buyerOf(5_002)];
  const held = await heldPurchase(first.visitor, first.order());
  const place = linePlace(await visitor.call('saveUpgrade', wish));
  expect(place.ahead).toBe(0);
  shop.clock.advance(10);
  const behind = third.order();
  expect(linePlace(await third.visitor.call('saveOrder', behind)).ahead).toBe(1);
  await held.end();
  const saved = await visitor.call('saveUpgrade', { ...wish, lineTicket: place.ticket });
  expect(saved.envelope).toMatchObject({ code: 200000, result: { premiumFen: 10_000 } });
  shop.clock.advance(2_000);
  expect((await third.visitor.call('saveOrder', behind)).envelope.code).toBe(200000);
});

test('a company stands in it too: its code is asked for once, and its ticket is no other company’s', async () => {
  const visitor = shop.visitor();
  await visitor.value('sendSmsCode', { phone: PHONE, purpose: 'group' });
  const wish = {
    ...{ companyName: '示例排队有限公司', creditCode: creditCodeOf('91320594MA1QUEU0X'), regionCode: '320540' },
    ...{ headCount: 12, contactName: '陈示范', phone: PHONE, consent: true as const },
    code: newestCode(shop.sandbox, PHONE),
  };
  const buyer = await buyerOf(5_010);
  const held = await heldPurchase(buyer.visitor, buyer.order());
  // Who has not shown the code does not stand there.
  const guess = wish.code === '000000' ? '111111' : '000000';
  expect((await visitor.call('addCompanyOrder', { ...wish, code: guess })).envelope.code).not.toBe(400305);
  const { ticket } = linePlace(await visitor.call('addCompanyOrder', wish));
  const again = linePlace(await visitor.call('addCompanyOrder', { ...wish, lineTicket: ticket }));
  await held.end();
  const another = { ...wish, creditCode: creditCodeOf('91320594MA1QUEU1X'), lineTicket: again.ticket };
  expect((await visitor.call('addCompanyOrder', another)).envelope.message).toContain('验证码');
  expect(
    (await visitor.call('addCompanyOrder', { ...wish, phone: '13900000478', lineTicket: ticket })).envelope.message,
  ).toContain('验证码');
  const { envelope } = await visitor.call('addCompanyOrder', { ...wish, lineTicket: again.ticket });
  expect(envelope).toMatchObject({ code: 200000, result: { isKnown: false } });
});

test('while residents stand in line, what was paid for a company goes on a few at a time, and is all there in the end', async () => {
  const company = await agreed(14);
  expect((await company.decide('bill')).result).toEqual({ people: 14 });
  expect(await company.transfer(14 * 15_800, DAY)).toEqual({ isPaid: true });
  const buyer = await buyerOf(5_020);
  const held = await heldPurchase(buyer.visitor, buyer.order());
  const waiting = await buyerOf(5_021);
  linePlace(await waiting.visitor.call('saveOrder', waiting.order()));
  await held.end();
  // Noted where every server sees it, also those that get no requests.
  await eventually(
    () => query('select 1 from worker_numbers where line_until > $1', [new Date(shop.clock.now())]),
    (rows) => rows.length === 1,
  );
  const orders = async () => (await query(`select 1 from orders where kind = 'group'`)).length;
  expect(await shop.runJob('group-bills')).toBe(0);
  expect(await orders()).toBe(10);
  expect(await company.shown()).toMatchObject({ statusLabel: '承保中', givesWay: true });
  expect(await shop.runJob('group-bills')).toBe(0);
  expect(await orders()).toBe(10);
  shop.clock.advance(2_001);
  await shop.runJob('group-bills');
  expect(await orders()).toBe(14);
  shop.clock.advance(60_000);
  expect(await company.shown()).toMatchObject({ givesWay: false });
  await run('group-bills', 'outbox');
  expect(await company.shown()).toMatchObject({ statusLabel: '已完成', counts: { insured: 14 } });
  expect((await trialBalance(deps().database, shop.clock.now())).isRight).toBe(true);
});
