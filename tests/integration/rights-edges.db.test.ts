import { randomUUID } from 'node:crypto';
import { WHOLE_SCOPE } from '@huimin/domain/staff';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { seesRightsRequests } from '../../apps/server/src/features/rights/index.ts';
import { ANSWER_SEAL, WORDS_SEAL } from '../../apps/server/src/features/rights/rights-store.ts';
import { signedIn } from './desk.ts';
import { addRow } from './filled-table.ts';
import { ownCopy } from './own-copy.ts';
import { loggedIn, newestCode, openShop, pay, placeOrder, resident, type Shop, type Visitor } from './shop.ts';

/** Where what residents ask for ends: states, days, whose it is, how much at once. */
let shop: Shop;
const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;
const NOW = Date.parse('2026-11-20T10:00:00+08:00');
const DAY_MS = 86_400_000;
type Person = ReturnType<typeof resident>;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(NOW);
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

async function code(visitor: Visitor, { phone }: Person): Promise<string> {
  // Beyond the limit of codes an hour.
  shop.clock.advance(13 * 60_000);
  await visitor.value('sendOwnDataCode');
  return newestCode(shop.sandbox, phone);
}

const add = (table: string, said: Record<string, unknown>) =>
  addRow(deps().database.query, table, said, shop.clock.now());

async function account({ phone }: Person) {
  const [user] = await deps().database.query<{ id: bigint; shard: number }>(
    'select id, shard from users where phone_index = $1',
    [deps().index.phone(phone)],
  );
  const { id: user_id, shard } = user ?? expect.fail();
  return { user_id, shard };
}

/** An account with an order that came to nothing. */
async function cancelled(index: number) {
  const person = resident(index);
  shop.clock.advance(61_000);
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await visitor.value('cancelOrder', { orderNo });
  const own = await account(person);
  return { person, visitor, orderNo, ...own, order_id: deps().numbers.orderId(orderNo) ?? expect.fail() };
}

const closing = async (visitor: Visitor) => (await visitor.value('showOwnData')).closing.map(({ what }) => what);

test.each([
  ['payment_attempts', { state: 'CREATED' }, '有一笔付款还没有查清'],
  ['payment_attempts', { state: 'WAITING' }, '有一笔付款还没有查清'],
  ['payment_attempts', { state: 'CLOSED' }, null],
  ['refunds', { state: 'REVIEWING' }, '有退款还没有到账'],
  ['refunds', { state: 'SETTLED' }, null],
  ['changes', { status: 'REVIEWING' }, '有信息变更还在办'],
  ['changes', { status: 'PAPERS_WANTED' }, '有信息变更还在办'],
  ['changes', { status: 'APPROVED' }, null],
  ['complaints', { status: 'accepted' }, '有投诉还没有办结'],
  ['complaints', { status: 'closed' }, null],
  ['mid_year_applications', { status: 'submitted' }, '有中途参保申请还在办'],
  ['mid_year_applications', { status: 'more-papers' }, '有中途参保申请还在办'],
  ['mid_year_applications', { status: 'refused' }, null],
] as const)('closing an account beside %s %j', async (table, said, reason) => {
  closings += 1;
  const index = 9_200 + closings;
  const { visitor, person, shard, user_id, order_id } = await cancelled(index);
  const about = {
    payment_attempts: { order_id, amount_fen: 15_800 },
    refunds: { order_id },
    changes: { order_id, user_id, items_sealed: deps().vault.sealJson('change', []) },
    complaints: {},
    mid_year_applications: { user_id, person_sealed: deps().vault.sealJson('mid-year-person', {}) },
  };
  if (table === 'complaints') {
    await visitor.value('fileComplaint', {
      clientKey: randomUUID(),
      category: 'sale',
      words: '付款以后一直没有人接电话，问了三次',
    });
    await deps().database.query('update complaints set status = $2 where user_id = $1', [user_id, said.status]);
  } else await add(table, { shard, ...about[table], ...said });
  expect(await closing(visitor)).toEqual(reason === null ? [] : [reason]);
  const { envelope } = await visitor.call('closeAccount', { code: await code(visitor, person) });
  expect(envelope.code).toBe(reason === null ? 200_000 : 400_303);
  if (reason !== null) {
    expect(envelope.message).toContain(reason);
    // Not closing any more: it can be bought by it.
    const [user] = await deps().database.query('select closing_at from users where id = $1', [user_id]);
    expect(user).toEqual({ closing_at: null });
  }
});
let closings = 0;

test('an account closes on the day after its cover’s last, with its consents, and without its cookie', async () => {
  const person = resident(9_100);
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  for (const news of ['order-paid', 'policies-issued']) await shop.runJob(`outbox ${news}`);
  const { user_id, shard } = await account(person);
  const order_id = deps().numbers.orderId(orderNo) ?? expect.fail();
  const open_id_sealed = deps().vault.seal('open-id', 'o-edge');
  const signed = { order_id, status: 'SIGNED', insured_ids: '{}', contract_code: 'K-EDGE', open_id_sealed };
  const contract = { shard, user_id, ...signed };
  await add('withholding_contracts', contract);
  const { keptUntil } = await visitor.value('showOwnData');
  const year = Number(keptUntil?.slice(0, 4)) - 5;
  shop.clock.set(Date.parse(`${year}-12-31T23:00:00+08:00`));
  await visitor.logIn(person);
  expect(await closing(visitor)).toEqual(['有保单还在保障期，或者还没有开始']);
  shop.clock.set(Date.parse(`${year + 1}-01-01T00:30:00+08:00`));
  expect(await closing(visitor)).toEqual([]);
  expect(await visitor.value('closeAccount', { code: await code(visitor, person) })).toEqual({});
  expect(visitor.cookie).toMatch(/=$/);
  const { query } = deps().database;
  expect(await query(`select end_requested_by as by from withholding_contracts where user_id = $1`, [user_id])).toEqual(
    [{ by: 'user' }],
  );
  expect(
    await query('select 1 as off from message_opt_outs where phone_index = $1', [deps().index.phone(person.phone)]),
  ).toHaveLength(1);
  shop.clock.set(NOW + 2 * DAY_MS);
});

test('papers are kept for the years after the cover that ends last', async () => {
  const { visitor, user_id, shard, order_id } = await cancelled(9_101);
  expect((await visitor.value('showOwnData')).keptUntil).toBeNull();
  const editions = deps()
    .editions.all()
    .toSorted((a, b) => a.document.invalidDate.localeCompare(b.document.invalidDate));
  const last = editions.at(-1) ?? expect.fail();
  expect(editions[0]?.document.invalidDate).not.toBe(last.document.invalidDate);
  for (const [place, { code: edition_code }] of [last, editions[0] ?? expect.fail()].entries())
    await add('policies', { shard, user_id, order_id, id: order_id + BigInt(place), edition_code });
  const { invalidDate } = last.document;
  const until = `${Number(invalidDate.slice(0, 4)) + 5}${invalidDate.slice(4)}`;
  expect((await visitor.value('showOwnData')).keptUntil).toBe(until);
});

test('a copy is made five times a day, and with a code alone', async () => {
  const person = resident(9_103);
  shop.clock.advance(3_600_000);
  const visitor = await loggedIn(shop, person);
  const ask = async (typed?: string) => {
    const sent = await code(visitor, person);
    return (await visitor.call('exportOwnData', { code: typed ?? sent })).envelope;
  };
  const wrong = await ask('abc123'.replace(/\D/g, '0'));
  expect(wrong.code).not.toBe(200_000);
  for (let copy = 2; copy <= 5; copy += 1) expect((await ask()).code, String(copy)).toBe(200_000);
  expect(await ask()).toMatchObject({ code: 400_129 });
});

test('a request is taken back by its owner while it waits; what else was sent along changes nothing', async () => {
  const [person, other] = [resident(9_104), resident(9_105)];
  shop.clock.advance(3_600_000);
  const [visitor, beside] = [await loggedIn(shop, person), await loggedIn(shop, other)];
  await beside.value('askRight', { right: 'erase', words: '都删掉', code: await code(beside, other) });
  const asked = { right: 'erase' as const, words: '  都删掉  ', consents: ['marketing' as const] };
  expect(await visitor.value('askRight', { ...asked, code: await code(visitor, person) })).toMatchObject({
    open: true,
  });
  expect((await visitor.value('profile')).marketingWanted).toBe(true);
  expect((await ownCopy(shop, visitor, person)).rowsOf('我的申请')).toMatchObject([
    { 要求: '删除信息', 状态: '办理中', 说明: '都删掉', 答复: '' },
  ]);
  expect((await visitor.call('withdrawRight', { right: 'correct' })).envelope.code).not.toBe(200_000);
  await visitor.value('withdrawRight', { right: 'erase' });
  expect((await visitor.value('showOwnData')).requests).toMatchObject([{ open: false, statusLabel: '已撤回' }]);
  expect((await visitor.call('withdrawRight', { right: 'erase' })).envelope.code).not.toBe(200_000);
  expect((await beside.value('showOwnData')).requests).toMatchObject([{ open: true }]);
  // An answer comes too late.
  const compliance = await signedIn(shop, 'hegui01');
  const waiting = (await compliance.value('listRightsRequests')).requests;
  expect(waiting).toHaveLength(1);
});

test('the desk goes through many: what is due first, and what was answered last', async () => {
  const { query } = deps().database;
  await query('delete from rights_requests');
  const { user_id, shard } = await cancelled(9_106);
  const { vault } = deps();
  const base = NOW + 10 * DAY_MS;
  for (let place = 0; place < 45; place += 1)
    for (const status of ['waiting', 'refused'] as const)
      await add('rights_requests', {
        ...{ shard, user_id: user_id + BigInt(place), kind: 'correct', status },
        ...{
          words_sealed: vault.seal(WORDS_SEAL, `第 ${place} 件`),
          due_at: new Date(base + ((place * 7) % 45) * 60_000),
        },
        asked_at: new Date(NOW - DAY_MS + ((place * 11) % 45) * 60_000),
        answer_sealed: status === 'waiting' ? null : vault.seal(ANSWER_SEAL, '看过了'),
      });
  const compliance = await signedIn(shop, 'hegui01');
  for (const [which, time] of [
    ['open', 'dueAt'],
    ['done', 'askedAt'],
  ] as const) {
    const first = await compliance.value('listRightsRequests', { which });
    const second = await compliance.value('listRightsRequests', { which, before: first.next ?? '' });
    expect([first.requests.length, second.requests.length, second.next]).toEqual([40, 5, null]);
    const all = [...first.requests, ...second.requests];
    expect(new Set(all.map(({ words }) => words)).size).toBe(45);
    const times = all.map((one) => one[time]);
    expect(times).toEqual(which === 'open' ? times.toSorted() : times.toSorted().reverse());
    expect(all.every(({ open }) => open === (which === 'open'))).toBe(true);
  }
  expect((await compliance.value('whoAmI')).waiting).toMatchObject({ rights: 45 });
  const service = await signedIn(shop, 'kefu01');
  expect((await service.value('whoAmI')).waiting).not.toHaveProperty('rights');
});

test('who works for a part of the province neither sees nor counts requests', () => {
  const sees = (scope: object) =>
    seesRightsRequests({ scope: { ...WHOLE_SCOPE, ...scope } } as Parameters<typeof seesRightsRequests>[0]);
  expect(sees({})).toBe(true);
  for (const part of ['insurers', 'cities', 'channels']) expect(sees({ [part]: ['x'] }), part).toBe(false);
});

test.each([
  [25, ['付款 1 笔']],
  [30, ['付款 1 笔']],
  [40, ['付款 1 笔']],
  [50, []],
] as const)('money of an order that is at %d is told to the desk as %j', async (status, told) => {
  const { visitor, person, order_id } = await cancelled(9_120 + status);
  const { query } = deps().database;
  await query('update orders set status = $2 where id = $1', [order_id, status]);
  await query('delete from rights_requests');
  await visitor.value('askRight', { right: 'erase', words: '都删掉', code: await code(visitor, person) });
  const compliance = await signedIn(shop, 'hegui01');
  const list = async (which: 'open' | 'done') => (await compliance.value('listRightsRequests', { which })).requests;
  expect(await list('open')).toMatchObject([{ openMoney: told }]);
  const [{ rightsNo } = { rightsNo: '' }] = await list('open');
  await compliance.value('answerRightsRequest', { rightsNo, agree: false, answer: '现在不能删' });
  expect(await list('done')).toMatchObject([{ openMoney: [], answeredBy: expect.stringContaining('合规 01') }]);
});

test('the page of the copy shows what was typed as it was typed', async () => {
  const person = resident(9_107);
  shop.clock.advance(3_600_000);
  const visitor = await loggedIn(shop, person);
  const asked = { right: 'correct', words: '<b>"小安"&' } as const;
  await visitor.value('askRight', { ...asked, code: await code(visitor, person) });
  const { page } = await ownCopy(shop, visitor, person);
  expect(page).toContain('&lt;b&gt;&quot;小安&quot;&amp;');
  expect(page).not.toContain('<b>');
});

test('who looked is told for half a year, the latest first, and in the copy as it went', async () => {
  const person = resident(9_102);
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  for (const news of ['order-paid', 'policies-issued']) await shop.runJob(`outbox ${news}`);
  const began = shop.clock.now();
  const look = async (account: string, days: number) => {
    shop.clock.set(began + days * DAY_MS);
    const desk = await signedIn(shop, account);
    await desk.value('searchOrders', { idType: '01', idNumber: person.idNumber });
  };
  const told = async (days: number) => {
    shop.clock.set(began + days * DAY_MS);
    await visitor.logIn(person);
    return (await visitor.value('showOwnData')).looks.map(({ who }) => who);
  };
  await look('kefu01', 1);
  await look('yunying01', 2);
  expect(await told(180)).toEqual(['保司运营', '客服']);
  const { rowsOf } = await ownCopy(shop, visitor, person);
  expect(rowsOf('谁查过我')?.map(({ 谁 }) => 谁)).toEqual(['客服', '保司运营']);
  expect(await told(181.5)).toEqual(['保司运营']);
  expect(await told(183)).toEqual([]);
  shop.clock.set(began + 184 * DAY_MS);
});
