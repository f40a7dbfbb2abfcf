import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { contractForgetter } from '../../apps/server/src/features/rights/index.ts';
import { signedIn } from './desk.ts';
import { addRow } from './filled-table.ts';
import { ownCopy } from './own-copy.ts';
import { recordSale, seal } from './recorded-visit.ts';
import { loggedIn, openShop, pay, placeOrder, resident, type Shop, type Visitor } from './shop.ts';

/** Five years after the cover's end nobody is found in the contract any more; what it was, and what it cost, is. */
let shop: Shop;
const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  shop = await openShop({ jobs: false, environment: { RETENTION_ERASES: '1' } });
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

/** Past the last day on which the contract's papers are kept, give or take. */
async function at(daysAfter: number): Promise<void> {
  const edition = deps()
    .editions.all()
    .find(({ isDefault }) => isDefault);
  const cover = Number(edition?.document.invalidDate.slice(0, 4));
  shop.clock.set(Date.parse(`${cover + 6}-01-01T00:00:00+08:00`) + daysAfter * DAY_MS + 3_600_000);
}

const namesIn = async (visitor: Visitor, orderNo: string) =>
  (await visitor.value('queryOrderDetail', { orderNo })).people.map(({ name }) => name);

test('everybody in it is gone when its time is over and its record is destroyed, and not a day before', async () => {
  const person = resident(9_900);
  const { trace, orderNo, visit } = await recordSale(shop, person);
  const { visitor } = visit;
  await visitor.value('saveOrderLove', { orderNo, nickname: '小安一家', gift: 'guard', withShareCode: false });
  shop.clock.advance(31 * 60_000);
  await seal(shop);
  await shop.runJob('people');

  await deps().database.query(
    `insert into insured_consents (shard, id, order_id, status, asked_at)
     select shard, id, order_id, 'asked', now() from insured`,
    [],
  );
  const before = JSON.stringify(await (await signedIn(shop, 'kefu01')).value('showOrder', { orderNo }));

  await at(-1);
  expect(await shop.runJob('past-contracts')).toBe(0);
  await at(0);
  // The record of the sale first.
  expect(await shop.runJob('past-contracts')).toBe(0);
  await shop.runJob('keep-recordings');
  const { query } = deps().database;
  const [recording] = await query<{ keys: Buffer | null }>(
    'select keys_wrapped as keys from recordings where trace = $1',
    [trace],
  );
  expect(recording?.keys).toBeNull();
  expect(await shop.runJob('past-contracts')).toBe(1);
  expect(await shop.runJob('past-contracts')).toBe(0);

  // At the console: no name, not found by number, and the sums as they were.
  const service = await signedIn(shop, 'kefu01');
  const order = await service.value('showOrder', { orderNo });
  const shownMasked = new RegExp(`${person.name[0]}[*]|[*]{8}${person.idNumber.slice(-3)}`);
  expect(before).toMatch(shownMasked);
  expect(JSON.stringify(order)).not.toMatch(shownMasked);
  expect(order).toMatchObject({ payer: { name: '已销毁' }, people: [{ name: '已销毁' }] });
  expect((await service.value('searchOrders', { idType: '01', idNumber: person.idNumber })).orders).toEqual([]);
  expect((await service.value('searchPeople', { idNumber: person.idNumber })).people).toEqual([]);
  const shown = JSON.stringify(await service.value('searchOrders', {}));
  expect(shown).toContain(orderNo);
  expect(shown).not.toContain(person.name[0]);

  // To its owner as well: the order with its sum, nobody in it.
  await visitor.logIn(person);
  expect(await namesIn(visitor, orderNo)).toEqual(['已销毁']);
  const { rowsOf } = await ownCopy(shop, visitor, person);
  expect(rowsOf('订单')).toMatchObject([{ 订单号: orderNo, 金额: '158.00', 缴费人: '已销毁', 缴费人证件号码: '' }]);
  expect(rowsOf('保单')).toMatchObject([{ 被保险人: '已销毁', 证件号码: '' }]);
  const [marks] = await query<{ found: number }>(
    `select (select count(*) from policies_by_person where person_index = $1)
       + (select count(*) from person_claims where person_index = $1)
       + (select count(*) from people where person_index = $1 and source <> 'member')
       + (select count(*) from insured where person_index = $1)
       + (select count(*) from orders where policyholder_index = $1)
       + (select count(*) from love_certificates) + (select count(*) from insured_consents) as found`,
    [deps().index.person('01', person.idNumber)],
  );
  expect(Number(marks?.found)).toBe(0);
});

test('what is open holds the people, and where nothing may be destroyed nobody goes', async () => {
  const { query } = deps().database;
  const person = resident(9_910);
  shop.clock.set(Date.parse('2026-11-20T10:00:00+08:00'));
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  await shop.runJob('outbox order-paid');
  const [order] = await query<{ shard: number; id: bigint; user_id: bigint }>(
    'select shard, id, user_id from orders where id = $1',
    [deps().numbers.orderId(orderNo)],
  );
  const { shard, id: order_id, user_id } = order ?? expect.fail();
  await at(1);
  const { retention } = shop.servers[0]?.built ?? expect.fail();
  const { retentionNumbers } = retention;
  const longer = { ...retentionNumbers, shortTermYears: retentionNumbers.shortTermYears + 1 };
  expect(await contractForgetter({ ...retention, ...deps(), erases: false })()).toBe(0);
  expect(await contractForgetter({ ...retention, ...deps(), retentionNumbers: longer })()).toBe(0);

  const of = { shard, order_id };
  const nowMs = shop.clock.now();
  const ends = [
    ['refunds', 'state', { state: 'PROCESSING' }, 'SETTLED'],
    ['complaints', 'status', { user_id, status: 'accepted' }, 'closed'],
    ['changes', 'status', { user_id, status: 'REVIEWING' }, 'REJECTED'],
    [
      'withholding_contracts',
      'status',
      { user_id, status: 'SIGNED', insured_ids: '{}', cover_order_id: order_id },
      'ENDED_BY_USER',
    ],
  ] as const;
  for (const [table, column, said, ended] of ends) {
    await addRow(query, table, { ...of, ...said }, nowMs);
    expect(await shop.runJob('past-contracts'), table).toBe(0);
    await query(`update ${table} set ${column} = $3 where shard = $1 and order_id = $2`, [shard, order_id, ended]);
  }
  // Not paid and not over: nobody knows yet what becomes of it.
  await query('update orders set status = 25 where shard = $1 and id = $2', [shard, order_id]);
  expect(await shop.runJob('past-contracts')).toBe(0);
  await query('update orders set status = 50 where shard = $1 and id = $2', [shard, order_id]);
  expect(await namesIn(await again(person), orderNo)).toEqual([person.name]);
  expect(await shop.runJob('past-contracts')).toBe(1);
  const after = await again(person);
  expect(await namesIn(after, orderNo)).toEqual(['已销毁']);
  // Nobody wrote what it says.
  await query('delete from complaints where shard = $1 and order_id = $2', [shard, order_id]);
  const { rowsOf } = await ownCopy(shop, after, person);
  expect(rowsOf('信息变更')).toMatchObject([{ 订单号: orderNo, 改了什么: '' }]);
});

test('claims, complaints and the openId of a contract go when their own time is over; what is open holds them', async () => {
  const { query } = deps().database;
  const person = resident(9_920);
  shop.clock.set(Date.parse('2026-11-20T10:00:00+08:00'));
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  await shop.runJob('outbox order-paid');
  const [order] = await query<{ shard: number; id: bigint; user_id: bigint; edition_code: string }>(
    'select shard, id, user_id, edition_code from orders where id = $1',
    [deps().numbers.orderId(orderNo)],
  );
  const { shard, id: order_id, user_id, edition_code } = order ?? expect.fail();
  const index = deps().index.person('01', person.idNumber);
  const nowMs = shop.clock.now();
  const secrets = {
    name: person.name,
    idType: '01',
    idNumber: person.idNumber,
    hospital: '某医院',
    accountTail: '1234',
  };
  const claim = {
    ...{ shard: index[0], case_no: 'LPPAST0001', person_index: index, phone_index: deps().index.phone(person.phone) },
    ...{
      edition_code,
      status: 'reviewing',
      person_sealed: deps().vault.sealJson('claim-person', secrets),
      kind: 'inpatient',
    },
    ...{ accepted_on: '2027-03-01', decided_on: null, paid_on: null, papers_on: null, ratio_class: 'normal' },
    ...{ file_id: '00000000-0000-4000-8000-000000000001', rule_version: 1, missing_papers: '' },
  };
  await addRow(query, 'claim_cases', claim, nowMs);
  const complaint = {
    ...{
      shard,
      id: 77_001n,
      user_id,
      order_id,
      person_index: index,
      category: 'sale',
      status: 'closed',
      evidence: 'none',
    },
    ...{
      words_sealed: deps().vault.seal('complaint-words', '我要投诉'),
      filed_at: new Date(nowMs),
      due_at: new Date(nowMs),
    },
  };
  await addRow(query, 'complaints', complaint, nowMs);
  // Answered late, and never closed.
  const answered_at = new Date('2031-06-01T10:00:00+08:00');
  const unclosed = { id: 77_002n, client_key: 'unclosed', status: 'answered', answered_at, evidence: 'kept' };
  await addRow(query, 'complaints', { ...complaint, ...unclosed }, nowMs);
  const viewer = { shard, user_id, person_index: index, person_sealed: deps().vault.sealJson('claim-viewer', secrets) };
  await addRow(query, 'claim_viewers', viewer, nowMs);
  const contract = {
    ...{ shard, order_id, cover_order_id: order_id, user_id, status: 'ENDED_BY_USER', insured_ids: '{}' },
    open_id_sealed: deps().vault.seal('open-id', 'openid-of-past'),
  };
  await addRow(query, 'withholding_contracts', contract, nowMs);
  const found = async () => {
    const [row] = await query<{
      claim: Buffer;
      index: Buffer;
      words: Buffer;
      payer: Buffer;
      unclosed: Buffer;
      viewers: number;
    }>(
      `select (select person_sealed from claim_cases where case_no = 'LPPAST0001') as claim,
         (select person_index from claim_cases where case_no = 'LPPAST0001') as index,
         (select words_sealed from complaints where id = 77001) as words,
         (select open_id_sealed from withholding_contracts where shard = $1 and order_id = $2) as payer,
         (select words_sealed from complaints where id = 77002) as unclosed,
         (select count(*)::int from claim_viewers where shard = $1 and user_id = $3) as viewers`,
      [shard, order_id, user_id],
    );
    const { claim: sealed, index: hash, words, payer, unclosed: late, viewers } = row ?? expect.fail();
    return [
      deps().vault.openJson<{ name: string }>('claim-person', sealed).name,
      hash.equals(index),
      deps().vault.open('complaint-words', words),
      deps().vault.open('open-id', payer),
      deps().vault.open('complaint-words', late),
      viewers,
    ];
  };
  const whole = [person.name, true, '我要投诉', 'openid-of-past', '我要投诉', 1];
  await at(-1);
  expect(await shop.runJob('past-contracts')).toBe(0);
  expect(await found()).toEqual(whole);
  // An open claim holds itself and its order; the complaint has its own time.
  await at(1);
  expect(await shop.runJob('past-contracts')).toBe(1);
  expect(await found()).toEqual([person.name, true, '已销毁', 'openid-of-past', '我要投诉', 1]);
  // It ends late: its own years begin then.
  await query(`update claim_cases set status = 'refused', decided_on = '2031-06-01' where case_no = 'LPPAST0001'`);
  expect(await shop.runJob('past-contracts')).toBe(1);
  expect(await found()).toEqual([person.name, true, '已销毁', '', '我要投诉', 1]);
  // Three years after its last answer; then it is closed, without a finding.
  shop.clock.set('2034-06-01T10:00:00+08:00');
  expect(await shop.runJob('past-contracts')).toBe(0);
  shop.clock.set('2034-06-02T10:00:00+08:00');
  expect(await shop.runJob('past-contracts')).toBe(1);
  expect(await found()).toEqual([person.name, true, '已销毁', '', '已销毁', 1]);
  const [closed] = await query<{ status: string; finding: string | null; steps: string[] }>(
    `select status, finding, array(select kind from complaint_steps where complaint_id = c.id) as steps
     from complaints c where id = 77002`,
  );
  expect(closed).toEqual({ status: 'closed', finding: null, steps: ['closed'] });
  await at(3 * 366);
  expect(await shop.runJob('past-contracts')).toBe(0);
  await at(5 * 366);
  // With the last claim goes whom the account said to be.
  expect(await shop.runJob('past-contracts')).toBe(2);
  expect(await found()).toEqual(['已销毁', false, '已销毁', '', '已销毁', 0]);
  expect(await shop.runJob('past-contracts')).toBe(0);
});

test('a complaint that nobody closed holds the record of its sale and its order as any dispute, not for ever', async () => {
  const { query } = deps().database;
  shop.clock.set(Date.parse('2026-11-22T10:00:00+08:00'));
  const person = resident(9_940);
  const { trace, orderNo, visit } = await recordSale(shop, person);
  const { complaintNo } = await visit.visitor.value('fileComplaint', {
    ...{ clientKey: randomUUID(), category: 'sale', words: '业务员说既往症也全赔，条款里不是这样写的', orderNo },
  });
  const service = await signedIn(shop, 'yunying01');
  await service.value('acceptComplaint', { complaintNo });
  await service.value('answerComplaint', { complaintNo, answer: '已经核对过录制的参保过程' });
  shop.clock.advance(31 * 60_000);
  await seal(shop);
  await shop.runJob('complaint-evidence');
  const goesOn = async () => {
    const rows = await query<{ open: boolean }>(
      'select ended_at is null as open from evidence_disputes where trace = $1',
      [trace],
    );
    return rows.map(({ open }) => open);
  };
  expect(await goesOn()).toEqual([true]);
  await at(1);
  await shop.runJob('keep-recordings');
  expect(await shop.runJob('past-contracts')).toBe(1);
  await shop.runJob('complaint-evidence');
  expect(await goesOn()).toEqual([false]);
  await at(3 * 366 + 31);
  await shop.runJob('keep-recordings');
  expect(await shop.runJob('past-contracts')).toBe(1);
  expect(await namesIn(await again(person), orderNo)).toEqual(['已销毁']);
});

test('one that cannot be forgotten is told and tried again, and holds nothing up', async () => {
  const { query } = deps().database;
  const orders: { orderNo: string; person: ReturnType<typeof resident> }[] = [];
  shop.clock.set(Date.parse('2026-11-21T10:00:00+08:00'));
  for (const index of [9_930, 9_931, 9_932]) {
    const person = resident(index);
    const visitor = await loggedIn(shop, person);
    const { orderNo } = await placeOrder(visitor, [person]);
    await pay(visitor, orderNo, shop.sandbox);
    orders.push({ orderNo, person });
  }
  await shop.runJob('outbox order-paid');
  await at(1);
  const ids = orders.map(({ orderNo }) => deps().numbers.orderId(orderNo));
  const [first] = await query<{ id: bigint }>(
    'select id from orders where id = any($1::bigint[]) order by shard, id limit 1',
    [ids],
  );
  await query(`create function cannot() returns trigger language plpgsql as $$ begin raise 'cannot'; end $$`);
  await query(
    `create trigger cannot before update on orders for each row when (old.id = ${first?.id}) execute function cannot()`,
  );
  const told = async () =>
    (await (await signedIn(shop, 'hegui01')).value('listAlerts', {})).alerts.filter(
      ({ kind }) => kind === 'forgetting-failed',
    );
  expect(await shop.runJob('past-contracts')).toBe(2);
  expect(await told()).toMatchObject([{ title: '到期的个人信息没有销毁成' }]);
  expect(await shop.runJob('past-contracts')).toBe(0);
  expect(await told()).toHaveLength(1);
  await query('drop trigger cannot on orders');
  expect(await shop.runJob('past-contracts')).toBe(1);
  expect(await told()).toEqual([]);
});

async function again(person: ReturnType<typeof resident>): Promise<Visitor> {
  shop.clock.advance(61_000);
  return loggedIn(shop, person);
}
