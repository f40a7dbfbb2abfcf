import { people } from '@huimin/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  openShop,
  REQUIRED,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

interface Buyer {
  readonly visitor: Visitor;
  readonly order: Parameters<Visitor['call']>[1] & { clientKey: string };
}

let shop: Shop;
let buyers: Buyer[];

beforeAll(async () => {
  shop = await openShop({ environment: { PURCHASE_ROOM: '1' } });
  buyers = [];
  for (const [index, person] of [people.linMei, people.mother, people.stranger].entries()) {
    const visitor = await loggedIn(shop, person);
    const selfId = await keep(visitor, person, '00');
    const order = {
      clientKey: `purchase-line-${index}-0000000000`,
      policyholderMemberId: selfId,
      insuredMemberIds: [selfId],
      agreedDocuments: await agreements(visitor.value, REQUIRED),
    };
    buyers.push({ visitor, order });
  }
});
afterAll(() => shop?.close());

const save = async ({ visitor, order }: Buyer, lineTicket?: string) => {
  const { status, envelope } = await visitor.call(
    'saveOrder' as never,
    { ...order, ...(lineTicket === undefined ? {} : { lineTicket }) } as never,
  );
  return { status, code: envelope.code, result: envelope.result as Record<string, unknown> | null };
};
const measure = async (name: string) => {
  const text = await (await fetch(`${shop.origin}/metrics`)).text();
  return Number(text.match(new RegExp(`^${name} (\\d+)`, 'm'))?.[1]);
};

test('who finds no room gets a place and is let in by turn; a ticket is no money to be passed on', async () => {
  const [first, second, third] = buyers as [Buyer, Buyer, Buyer];
  const holding = new pg.Client({ connectionString: shop.database.url });
  await holding.connect();
  await holding.query('begin; lock table orders in access exclusive mode');
  const saving = save(first);
  await eventually(
    () => measure('hm_purchases_inside'),
    (inside) => inside === 1,
  );

  const place = await save(second);
  expect(place).toMatchObject({ status: 200, code: 400305, result: { ahead: 0, waitMs: 0 } });
  shop.clock.advance(10);
  const behind = await save(third);
  expect(behind).toMatchObject({ code: 400305, result: { ahead: 1 } });
  expect(await measure('hm_purchases_waiting')).toBe(2);
  // With the ticket of somebody else, or without any, it is the place that one came to.
  shop.clock.advance(10);
  expect((await save(third, place.result?.ticket as string)).result?.ahead).toBe(1);
  expect((await save(third)).result?.ahead).toBe(1);
  expect((await save(third, 'x'.repeat(81))).code).toBe(400100);

  await holding.query('commit');
  await holding.end();
  expect((await saving).code).toBe(200000);
  expect(await measure('hm_purchases_inside')).toBe(0);
  shop.clock.advance(1_000);
  expect(await save(third, behind.result?.ticket as string)).toMatchObject({ code: 400305 });
  expect((await save(second, place.result?.ticket as string)).code).toBe(200000);
  shop.clock.advance(1_000);
  const saved = await save(third, behind.result?.ticket as string);
  expect(saved.code).toBe(200000);
  // Sent once more it is the same order.
  await eventually(
    async () => {
      shop.clock.advance(1_000);
      return save(third, behind.result?.ticket as string);
    },
    (again) => again.code === 200000 && again.result?.orderNo === saved.result?.orderNo,
  );
});

test('an order that is refused, and one that breaks, make room again', async () => {
  const [first] = buyers as [Buyer, Buyer, Buyer];
  shop.clock.advance(60_000);
  for (let attempt = 0; attempt < 3; attempt++) {
    const refused = await save({
      ...first,
      order: { ...first.order, agreedDocuments: [], clientKey: `refused-${attempt}-0000000000` } as Buyer['order'],
    });
    expect(refused.code).toBe(400302);
  }
  expect(await measure('hm_purchases_inside')).toBe(0);
});

test('a crowd comes at once through a room for one: everybody who asks as told has one order in the end', async () => {
  const crowd: Buyer[] = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const person = resident(700 + index);
      const visitor = await loggedIn(shop, person);
      const selfId = await keep(visitor, person, '00');
      const agreedDocuments = await agreements(visitor.value, REQUIRED);
      const ids = { policyholderMemberId: selfId, insuredMemberIds: [selfId] };
      return { visitor, order: { clientKey: `crowd-of-line-${index}-0000000000`, ...ids, agreedDocuments } };
    }),
  );
  let stood = 0;
  const through = async (buyer: Buyer): Promise<string> => {
    let ticket: string | undefined;
    for (;;) {
      const { code, result } = await save(buyer, ticket);
      if (code === 200000) return result?.orderNo as string;
      expect(code).toBe(400305);
      stood += 1;
      ticket = result?.ticket as string;
      const askAtMs = shop.clock.now() + (result?.askAgainMs as number);
      while (shop.clock.now() < askAtMs) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const passing = setInterval(() => shop.clock.advance(100), 5);
  try {
    const orderNos = await Promise.all(crowd.map(through));
    expect(new Set(orderNos).size).toBe(crowd.length);
  } finally {
    clearInterval(passing);
  }
  expect(stood).toBeGreaterThan(crowd.length / 2);
  expect([await measure('hm_purchases_inside'), await measure('hm_purchases_waiting')]).toEqual([0, 0]);
});
