import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { indexPeople } from '../../apps/server/src/features/people/index-people.ts';
import { type Desk, signedIn } from './desk.ts';
import { eventually, newestCode, openShop, pay, placeOrder, type RunningServer, type Shop } from './shop.ts';

/** People at the desk: found without their number being kept or shown, and never seen whole by one person alone. */
let shop: Shop;
let service: Desk;
let operations: Desk;
let outlet: Desk;
const { linMei, father } = people;
const core = () => (shop.servers[0] as RunningServer).deps;
const tailOf = (idNumber: string) => idNumber.slice(-3);
const SECRETS = new RegExp([linMei, father].flatMap((one) => [one.idNumber, one.phone, one.name]).join('|'));

beforeAll(async () => {
  shop = await openShop();
  await seedStaffOfDemonstration(core());
  service = await signedIn(shop, 'kefu01');
  operations = await signedIn(shop, 'yunying01');
  outlet = await signedIn(shop, 'wangdian01');
});
afterAll(() => shop?.close());

test('a person is found by name and the number’s end, by the number and by a policy; what is found is masked and noted', async () => {
  const visitor = shop.visitor();
  await visitor.logIn(linMei);
  const { orderNo } = await placeOrder(visitor, [linMei, father]);
  await pay(visitor, orderNo, shop.sandbox);
  const { people: insured } = await eventually(
    () => visitor.value('queryOrderDetail', { orderNo }),
    ({ order }) => order.status === 50,
  );
  shop.clock.advance(60_000);
  while ((await indexPeople(core())) > 0);

  const [edition] = await core().database.query<{ year: number }>(
    'select edition_year as year from orders where id = $1',
    [core().numbers.orderId(orderNo)],
  );
  const policyNo = insured[0]?.policyNo ?? '';
  const byName = { name: linMei.name.slice(0, 1), idTail: tailOf(linMei.idNumber) };
  const keys = new Set<string>();
  for (const search of [
    byName,
    { ...byName, name: linMei.name, phoneTail: linMei.phone.slice(-4) },
    // As many figures of the end as somebody says; nobody hears how a name is typed.
    { ...byName, name: ` ${linMei.name.slice(0, 1)} ${linMei.name.slice(1)}`, idTail: linMei.idNumber.slice(-6) },
    { idNumber: linMei.idNumber },
    { idNumber: linMei.idNumber.toLowerCase(), year: edition?.year ?? 0 },
    { policyNo },
  ]) {
    const found = await service.value('searchPeople', search);
    expect([search, found.people.length, found.more]).toEqual([search, 1, false]);
    expect(JSON.stringify(found)).not.toMatch(SECRETS);
    keys.add(found.people[0]?.person ?? '');
  }
  expect(keys.size).toBe(1);
  for (const search of [
    { ...byName, idTail: '999' },
    { ...byName, idTail: `9${tailOf(linMei.idNumber)}` },
    { policyNo, name: '?' },
    { ...byName, phoneTail: '9999' },
    { ...byName, year: 2001 },
    { idNumber: people.mother.idNumber },
    { policyNo: 'SMA000000000000000000000' },
  ]) {
    expect([search, (await service.value('searchPeople', search)).people]).toEqual([search, []]);
  }
  expect((await service.call('searchPeople', { name: '林' })).message).toContain('证件号后 3 位');
  expect(await service.value('countPeopleSearches')).toEqual({ searchedToday: 13, limit: 200 });
  expect(await operations.value('countPeopleSearches')).toEqual({ searchedToday: 0, limit: 200 });

  const [person = ''] = keys;
  // Whose account it is gets noted behind the issue.
  const view = await eventually(
    () => service.value('showPerson', { person }),
    ({ account }) => account !== null,
  );
  expect(JSON.stringify(view)).not.toMatch(SECRETS);
  expect(view).toMatchObject({
    line: { name: '林*', idType: '居民身份证', sex: '女', place: '苏州 - 市区' },
    account: { phone: `${linMei.phone.slice(0, 3)}****${linMei.phone.slice(7)}` },
    family: [{ relationship: '父母' }],
    policies: [{ policyNo, orderNo, relationship: '本人' }],
    orders: [{ orderNo, people: 2, amountFen: 31_600, statusLabel: '已承保' }],
    rights: { requests: [], marketing: true },
    reveal: { until: null, fields: [], waiting: false },
  });
  await visitor.value('sendOwnDataCode');
  const code = await newestCode(shop.sandbox, linMei.phone);
  await visitor.value('askRight', { right: 'restrict', words: '不要再用我的信息', code });
  await visitor.value('chooseMarketing', { wanted: false });
  const { rights } = await service.value('showPerson', { person });
  expect(rights).toMatchObject({ requests: [{ right: 'restrict', open: true, late: false }], marketing: false });
  expect(JSON.stringify(rights)).not.toContain('不要再用');
  // The looks of this page and of the searches before, hits of the number alone among them.
  expect(view.looks.length).toBeGreaterThanOrEqual(6);
  const written = await core().database.query<{ text: string }>(`select a::text as text from staff_audit a`);
  expect(written.map((row) => row.text).join('\n')).not.toMatch(SECRETS);
  for (const table of ['people', 'people_progress']) {
    const rows = await core().database.query<{ text: string }>(`select t::text as text from ${table} t`);
    expect(rows.map((row) => row.text).join('\n')).not.toMatch(SECRETS);
  }

  // Another city's outlet finds nobody and opens nobody, even with the key.
  for (const search of [byName, { idNumber: linMei.idNumber }, { policyNo }]) {
    expect((await outlet.value('searchPeople', search)).people).toEqual([]);
  }
  expect((await outlet.call('showPerson', { person })).code).toBe(
    (await outlet.call('showPerson', { person: 'A'.repeat(22) })).code,
  );
  await core().database.query(`update orders set city = '320600' where id = $1`, [core().numbers.orderId(orderNo)]);
  expect((await outlet.value('searchPeople', byName)).people.map((one) => one.person)).toEqual([person]);
});

test('what is masked is shown to one person, when another has agreed, for a quarter of an hour', async () => {
  const { people: found } = await service.value('searchPeople', { idNumber: linMei.idNumber });
  const person = found[0]?.person ?? '';
  const asking = { person, revealed: ['name', 'idNumber'] as ('name' | 'idNumber')[], purpose: 'call' as const };
  expect((await service.call('readPerson', { person })).message).toContain('重新申请');
  const unsafe = { ...asking, detail: `来电说号码是 ${linMei.idNumber}` };
  expect((await service.call('askToReadPerson', unsafe)).message).toContain('不要写证件号码');
  const { approvalNo } = await service.value('askToReadPerson', {
    ...{ ...asking, ticket: 'T1120-0346' },
    detail: '来电说证件号可能录错，要逐位核对',
  });
  expect((await service.value('showPerson', { person })).reveal.waiting).toBe(true);
  expect((await service.call('readPerson', { person })).code).not.toBe(200000);
  const decision = { approvalNo, agree: true };
  expect((await service.call('decideApproval', decision)).code).not.toBe(200000);
  expect((await operations.value('listApprovals', { which: 'waiting' })).approvals[0]?.subject).not.toMatch(SECRETS);
  await operations.value('decideApproval', decision);

  const whole = await service.value('readPerson', { person });
  expect(whole).toMatchObject({ name: linMei.name, idNumber: linMei.idNumber, phone: null });
  expect((await operations.call('readPerson', { person })).code).not.toBe(200000);
  const { looks } = await service.value('showPerson', { person });
  expect(looks.map((look) => look.detail).join('\n')).toContain('看完整的姓名、证件号码');
  expect(looks.map((look) => look.detail).join('\n')).toContain('工单 T1120-0346');
  shop.clock.advance(15 * 60_000);
  expect((await service.call('readPerson', { person })).code).not.toBe(200000);
});

test('a call is noted, a message asks the person, and one search too many is refused', async () => {
  const { people: found } = await service.value('searchPeople', { idNumber: linMei.idNumber });
  const person = found[0]?.person ?? '';
  await service.value('notePersonCall', { person, ticket: 'T1120-0346', words: '问医保所在地怎么改' });
  const { phone } = await service.value('sendPersonMessage', { person, about: 'change' });
  expect(phone).not.toBe(linMei.phone);
  // Their answers were lost, and both are sent once more: nothing is written down twice, and nobody gets two messages.
  await service.value('notePersonCall', { person, ticket: 'T1120-0346', words: '问医保所在地怎么改' });
  expect((await service.call('sendPersonMessage', { person, about: 'change' })).message).toContain('刚才已经发了');
  const { contacts } = await service.value('showPerson', { person });
  expect(contacts.map(({ kind, ticket, words }) => [kind, ticket, words])).toEqual([
    ['短信', null, '请本人改信息'],
    ['来电', 'T1120-0346', '问医保所在地怎么改'],
  ]);

  const { searchedToday } = await service.value('countPeopleSearches');
  const [me] = await core().database.query<{ id: number }>(`select id from staff_accounts where account = 'kefu01'`);
  const note = `select number, hash from staff_audit_head`;
  expect(await core().database.query(note)).toHaveLength(1);
  for (let left = 198 - searchedToday; left > 0; left -= 1) {
    await core().database.query(
      `insert into staff_audit (number, at, staff_id, what, outcome, subject, detail, address, request_id, previous, hash)
       select number + 1, $1, $2, 'searchPeople', 'done', '', '', '', '', hash, hash from staff_audit_head`,
      [new Date(shop.clock.now()), me?.id],
    );
  }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => service.call('searchPeople', { idNumber: linMei.idNumber })),
  );
  expect(answers.filter(({ code }) => code === 200000)).toHaveLength(2);
  expect((await service.call('searchPeople', { idNumber: linMei.idNumber })).message).toContain('200 次');
});
