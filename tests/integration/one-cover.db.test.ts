import { randomBytes } from 'node:crypto';
import type { Person } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const PAYMENT_WINDOW_MS = 30 * 60_000;
const ROUNDS = 25;

let shop: Shop;
let agreedDocuments: { key: string; version: number }[];
let next = 0;

/** Somebody with a login at one of the two servers, who has kept the people they may insure. */
interface Buyer {
  readonly visitor: Visitor;
  readonly self: Person;
  readonly selfId: string;
}

let daughter: Buyer;
let son: Buyer;

beforeAll(async () => {
  shop = await openShop({ servers: 2 });
  agreedDocuments = await agreements(shop.visitor().value, REQUIRED);
});
afterAll(() => shop?.close());
// New ones for every test: nobody may keep more than thirty people.
beforeEach(async () => {
  daughter = await buyer(0);
  son = await buyer(1);
});

async function buyer(server: number): Promise<Buyer> {
  const self = resident(next++);
  const visitor = await loggedIn(shop, self, server);
  return { visitor, self, selfId: await keep(visitor, self, '00') };
}

const save = ({ visitor, selfId }: Buyer, insuredMemberIds: string[]) =>
  visitor.call('saveOrder', {
    clientKey: randomBytes(16).toString('hex'),
    policyholderMemberId: selfId,
    insuredMemberIds,
    agreedDocuments,
  });

/** The same person, kept by both. */
async function keptByBoth(person: Person): Promise<readonly [string, string]> {
  return [await keep(daughter.visitor, person, '02'), await keep(son.visitor, person, '02')];
}

/** As a name is shown to somebody who may not be told more: first and last character. */
const masked = (name: string) => `${name[0]}*${name.at(-1)}`;

async function holdersOf(orderNos: readonly (string | undefined)[], name: string): Promise<number> {
  const lists = await Promise.all([daughter, son].map(({ visitor }) => visitor.value('queryOrders', { limit: 50 })));
  return lists
    .flatMap((list) => list.orders)
    .filter((order) => orderNos.includes(order.orderNo) && order.insured.some((person) => person.name === name)).length;
}

test('two families on two servers race for one grandmother: one order has her, the other is told her name and what to do', async () => {
  const winners: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const grandmother = resident(next++);
    const [hers, his] = await keptByBoth(grandmother);
    const answers = (await Promise.all([save(daughter, [hers]), save(son, [his])])).map(({ envelope }) => envelope);
    const won = answers.filter((answer) => answer.code === 200000);
    const [told] = answers.filter((answer) => answer.code !== 200000);
    expect(won).toHaveLength(1);
    expect(told).toMatchObject({
      code: 400301,
      message: `${masked(grandmother.name)}正在由其他家人参保，请先问一下家人`,
      result: { people: [{ name: grandmother.name, state: 'other-order' }] },
    });
    expect(await holdersOf([won[0]?.result?.orderNo], grandmother.name)).toBe(1);
    winners.push(answers[0] === won[0] ? 'daughter' : 'son');
  }
  expect(winners).toHaveLength(ROUNDS);
});

test('whole families race with overlapping people: nobody is in two orders, and who loses holds nobody', async () => {
  for (let round = 0; round < 10; round++) {
    const grandmother = resident(next++);
    const grandfather = resident(next++);
    const [herMother, hisMother] = await keptByBoth(grandmother);
    const [herFather, hisFather] = await keptByBoth(grandfather);
    const answers = (
      await Promise.all([save(daughter, [herMother, herFather]), save(son, [hisFather, hisMother])])
    ).map(({ envelope }) => envelope);
    const orderNos = answers.flatMap((answer) => answer.result?.orderNo ?? []);
    for (const person of [grandmother, grandfather])
      expect(await holdersOf(orderNos, person.name)).toBe(orderNos.length === 0 ? 0 : 1);
    // Each may have been quicker with one of the two; then both are refused and both people are free again.
    expect(answers.filter((answer) => answer.code === 200000).length).toBeLessThan(2);
    if (orderNos.length === 0) expect((await save(son, [hisMother, hisFather])).envelope.code).toBe(200000);
  }
});

test('one’s own unpaid order is named as such', async () => {
  const grandmother = resident(next++);
  const [hers] = await keptByBoth(grandmother);
  await save(daughter, [hers]);
  expect((await save(daughter, [hers])).envelope).toMatchObject({
    code: 400301,
    message: `${grandmother.name}有一笔未付款的订单，请先去付款或者取消`,
  });
});

test('after a cancel she is free for the other at once', async () => {
  const [hers, his] = await keptByBoth(resident(next++));
  const { envelope } = await save(daughter, [hers]);
  expect((await save(son, [his])).envelope.code).toBe(400301);
  await daughter.visitor.value('cancelOrder', { orderNo: envelope.result?.orderNo as string });
  expect((await save(son, [his])).envelope.code).toBe(200000);
});

test('once paid she is covered: never again in this edition, whoever asks, whatever time passes', async () => {
  const grandmother = resident(next++);
  const [hers, his] = await keptByBoth(grandmother);
  const { envelope } = await save(daughter, [hers]);
  const orderNo = envelope.result?.orderNo as string;
  await pay(daughter.visitor, orderNo, shop.sandbox);
  await eventually(
    () => daughter.visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === 1,
  );
  const covered = { code: 400301, message: `${grandmother.name}已参加本年度保障，无需重复投保` };
  expect((await save(daughter, [hers])).envelope).toMatchObject(covered);
  expect((await save(son, [his])).envelope).toMatchObject(covered);
  shop.clock.advance(26 * 3_600_000);
  expect((await save(son, [his])).envelope).toMatchObject(covered);
  const family = await son.visitor.value('queryFamily', {});
  expect(family.find((member) => member.memberId === his)?.state).toBe('insured');
});

test('after the payment window the unpaid order closes by itself and she is free', async () => {
  const [hers, his] = await keptByBoth(resident(next++));
  const { envelope } = await save(daughter, [hers]);
  const orderNo = envelope.result?.orderNo as string;
  shop.clock.advance(PAYMENT_WINDOW_MS + 1_000);
  await eventually(
    () => daughter.visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.payment === 'closed',
  );
  expect((await save(son, [his])).envelope.code).toBe(200000);
});

test('a paper’s number with its brackets and without them is one person’s', async () => {
  const permit = (idNumber: string) => ({
    ...{ name: '陈志明', idType: '06', idNumber, sex: 'm' as const, birthDate: '1960-05-04' },
    ...{ relationship: '02' as const, regionCode: '320500', consent: true as const },
  });
  const [hers, his] = await Promise.all([
    daughter.visitor.value('addMember', permit('H123456(7)')),
    son.visitor.value('addMember', permit('h1234567')),
  ]);
  expect((await save(daughter, [hers.memberId])).envelope.code).toBe(200000);
  expect((await save(son, [his.memberId])).envelope.code).toBe(400301);
});
