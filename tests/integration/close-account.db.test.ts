import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import type { Query } from '../../apps/server/src/db/database.ts';
import { moveUser } from '../../apps/server/src/features/account/user-store.ts';
import { signedIn } from './desk.ts';
import { recordSale } from './recorded-visit.ts';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  newestCode,
  openShop,
  REQUIRED,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

/** An account ends for good, and never while anything of it is under way. */
let shop: Shop;
const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;

beforeAll(async () => {
  shop = await openShop({ servers: 2 });
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

async function close(visitor: Visitor, phone: string) {
  shop.clock.advance(10 * 60_000);
  await visitor.value('sendOwnDataCode');
  return (await visitor.call('closeAccount', { code: newestCode(shop.sandbox, phone) })).envelope;
}

test('who is covered is told what stands in the way; once the money is back the account ends, and the papers stay', async () => {
  const person = resident(810);
  const { visit, orderNo, trace } = await recordSale(shop, person);
  const { visitor } = visit;
  await keep(visitor, resident(811), '02');
  const reasons = async () => (await visitor.value('showOwnData')).closing.map(({ what }) => what);
  expect(await reasons()).toEqual(['有保单还在保障期，或者还没有开始']);
  expect(await close(visitor, person.phone)).toMatchObject({ code: 400303, message: expect.stringContaining('保单') });
  expect((await visitor.call('closeAccount', { code: '000000' })).envelope.code).not.toBe(200000);

  const { people } = await visitor.value('queryOrderDetail', { orderNo });
  const choice = { orderNo, policyNos: [people[0]?.policyNo ?? ''], reason: 'duplicate' as const };
  shop.clock.advance(61_000);
  await visitor.value('saveRefundSubmission', choice);
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_pending' });
  const code = newestCode(shop.sandbox, person.phone);
  await visitor.value('applyRefund', { ...choice, expectedFen: 15_800, clientKey: 'close-account-refund', code });
  expect(await reasons()).toEqual(expect.arrayContaining(['有订单没有办完', '有退款还没有到账']));
  await eventually(
    async () => {
      shop.clock.advance(30_000);
      for (const one of shop.sandbox.control.refunds.list()) shop.sandbox.control.refunds.settle(one.outRefundNo);
      await shop.sandbox.control.settle();
      return reasons();
    },
    (left) => left.length === 0,
  );
  expect(await close(visitor, person.phone)).toMatchObject({ code: 200000 });

  // Nobody is logged in any more, and the phone begins anew.
  expect((await visitor.call('profile')).envelope.code).toBe(400001);
  const { query } = deps().database;
  const phoneIndex = deps().index.phone(person.phone);
  expect(await query('select 1 from users where phone_index = $1', [phoneIndex])).toEqual([]);
  expect(
    await query('select 1 from account_holders where person_index = $1', [deps().index.person('01', person.idNumber)]),
  ).toEqual([]);
  await eventually(
    async () => shop.sandbox.control.sms(person.phone).map(({ params }) => params.event),
    (events) => events.includes('已注销，登录信息已删除'),
  );
  shop.clock.advance(61_000);
  const anew = await loggedIn(shop, person);
  expect((await anew.value('queryOrders', {})).orders).toEqual([]);
  expect(await anew.value('queryFamily')).toEqual([]);
  expect((await anew.value('showOwnData')).closing).toEqual([]);

  // The contract's papers are there for who has to show them; the recording is used for nothing.
  const service = await signedIn(shop, 'kefu01');
  expect(await service.value('showOrder', { orderNo })).toMatchObject({ orderNo });
  const [recording] = await query<{ restricted_at: number | null }>(
    'select restricted_at from recordings where trace = $1',
    [trace],
  );
  expect(recording?.restricted_at).not.toBeNull();
  const [left] = await query<{ open: number }>(
    `select count(*) filter (where details_sealed <> '')::integer as open from members m
     where m.user_id = (select user_id from orders where id = $1)`,
    [deps().numbers.orderId(orderNo)],
  );
  expect(left?.open).toBe(0);
  expect(shop.logged.join('\n')).not.toContain(person.phone);
});

test('who never bought anything ends the account at once, on every device', async () => {
  const person = resident(812);
  const first = await loggedIn(shop, person);
  shop.clock.advance(61_000);
  const second = await loggedIn(shop, person);
  await keep(first, person, '00');
  expect(await close(first, person.phone)).toMatchObject({ code: 200000 });
  expect((await second.call('profile')).envelope.code).toBe(400001);
  const rows = await deps().database.query(`select 1 from members where person_index = $1 and details_sealed <> ''`, [
    deps().index.person('01', person.idNumber),
  ]);
  expect(rows).toEqual([]);
  expect((await first.call('closeAccount', { code: '123456' })).envelope.code).toBe(400001);
});

/** Somebody logged in on both servers, with an order ready to be saved on the second and the code to close on the first. */
async function aboutToBuy(index: number) {
  const person = resident(index);
  const closing = await loggedIn(shop, person);
  const memberId = await keep(closing, person, '00');
  shop.clock.advance(10 * 60_000);
  await closing.value('sendOwnDataCode');
  const code = newestCode(shop.sandbox, person.phone);
  const buying = shop.visitor(1);
  buying.cookie = closing.cookie;
  const order = {
    clientKey: `close-and-save-${index}`,
    policyholderMemberId: memberId,
    insuredMemberIds: [memberId],
    agreedDocuments: await agreements(buying.value, REQUIRED),
  };
  const personIndex = deps().index.person('01', person.idNumber);
  const { query } = deps().database;
  return {
    save: async () => (await buying.call('saveOrder', order)).envelope,
    close: async () => (await closing.call('closeAccount', { code })).envelope,
    left: async () => ({
      orders: (await query('select 1 from orders where client_key = $1', [order.clientKey])).length,
      claims: (await query('select 1 from person_claims where person_index = $1', [personIndex])).length,
      users: (await query('select 1 from users where phone_index = $1', [deps().index.phone(person.phone)])).length,
    }),
    phoneIndex: deps().index.phone(person.phone),
  };
}

/** The second server's next write of a kind stands still until it is let go. */
function standStill(kindName: string) {
  const { groupCommit } = (shop.servers[1] as Shop['servers'][number]).deps;
  const { write } = groupCommit;
  let arrived = (): void => undefined;
  let letGo = (): void => undefined;
  const there = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  groupCommit.write = async (kind, item) => {
    if (kind.name !== kindName) return write(kind, item);
    groupCommit.write = write;
    arrived();
    await free;
    return write(kind, item);
  };
  return { there, letGo };
}

test('an account is not closed over an order that is just being saved on another server', async () => {
  const { save, close, left } = await aboutToBuy(813);
  const { there, letGo } = standStill('save-order');
  const saved = save();
  await there;
  expect(await close()).toMatchObject({ code: 400303, message: '现在不能注销：有订单正在提交' });
  letGo();
  expect(await saved).toMatchObject({ code: 200000 });
  expect(await left()).toEqual({ orders: 1, claims: 1, users: 1 });
});

test('no order is saved for an account that was closed on another server meanwhile, and nobody stays claimed for it', async () => {
  const { save, close, left } = await aboutToBuy(814);
  const { there, letGo } = standStill('claim');
  const saved = save();
  await there;
  expect(await close()).toMatchObject({ code: 200000 });
  letGo();
  expect(await saved).toMatchObject({ code: 400001 });
  expect(await left()).toEqual({ orders: 0, claims: 0, users: 0 });
});

/** Begins to close, does something when the account says so and before it is gone, and answers what closing came to. */
async function halfway<T>(
  { close, phoneIndex }: { readonly close: () => Promise<T>; readonly phoneIndex: Buffer },
  meanwhile: (query: Query) => Promise<void>,
): Promise<T> {
  let closed: Promise<T> | undefined;
  await deps().database.transaction(async (query) => {
    // Lets the account be changed, and not be removed.
    await query('select 1 from users where phone_index = $1 for key share', [phoneIndex]);
    closed = close();
    const isClosing = () =>
      query<{ closing_at: number | null }>('select closing_at from users where phone_index = $1', [phoneIndex]);
    await eventually(isClosing, ([row]) => row?.closing_at != null);
    await meanwhile(query);
  });
  return closed as Promise<T>;
}

test('no order is begun while an account is being closed on another server', async () => {
  const { save, close, left, phoneIndex } = await aboutToBuy(815);
  const closed = await halfway({ close, phoneIndex }, async () => {
    expect(await save()).toMatchObject({ code: 400303, message: '账户正在注销，现在不能下单' });
  });
  expect(closed).toMatchObject({ code: 200000 });
  expect(await left()).toEqual({ orders: 0, claims: 0, users: 0 });
});

test('of those who buy at the same moment only whoever closes the account is refused', async () => {
  const buyers = await Promise.all([819, 820, 821].map(aboutToBuy));
  const [, closing] = buyers as [unknown, (typeof buyers)[number]];
  const { query } = deps().database;
  await query('update users set closing_at = $2 where phone_index = $1', [
    closing.phoneIndex,
    new Date(shop.clock.now()),
  ]);
  const codes = (await Promise.all(buyers.map(({ save }) => save()))).map(({ code }) => code);
  expect(codes).toEqual([200000, 400303, 200000]);
  expect((await Promise.all(buyers.map(({ left }) => left()))).map(({ orders }) => orders)).toEqual([1, 0, 1]);
});

test('what a server that ended while closing left behind keeps nobody from buying for long', async () => {
  const { save, left, phoneIndex } = await aboutToBuy(816);
  const { query } = deps().database;
  await query('update users set closing_at = $2 where phone_index = $1', [phoneIndex, new Date(shop.clock.now())]);
  expect(await save()).toMatchObject({ code: 400303 });
  shop.clock.advance(5 * 60_000);
  expect(await save()).toMatchObject({ code: 200000 });
  expect(await left()).toEqual({ orders: 1, claims: 1, users: 1 });
});

test('an account whose phone is changed on another server meanwhile is not half closed', async () => {
  const { close, left, phoneIndex } = await aboutToBuy(817);
  const { index } = deps();
  const phoneIndex818 = index.phone(resident(818).phone);
  const other = { phoneIndex: phoneIndex818, phoneSealed: Buffer.from('sealed'), nowMs: shop.clock.now() };
  const closed = await halfway({ close, phoneIndex }, async (query) => {
    expect(await moveUser(query, phoneIndex, other)).toBe(true);
  });
  expect(closed).toMatchObject({ code: 400001 });
  expect(await left()).toMatchObject({ users: 0 });
  const personIndex = index.person('01', resident(817).idNumber);
  const kept = `select 1 from members m join users u on u.shard = m.shard and u.id = m.user_id
    where u.phone_index = $1 and m.person_index = $2 and m.details_sealed <> ''`;
  expect(await deps().database.query(kept, [other.phoneIndex, personIndex])).toHaveLength(1);
});
