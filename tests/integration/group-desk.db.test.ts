import { type ConsoleCalls, consoleCalls } from '@huimin/contract/console';
import { creditCodeCheckCharacter } from '@huimin/domain/person';
import type { Person } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { agreements, openShop, REQUIRED, type RunningServer, resident, type Shop } from './shop.ts';
import { stopSale } from './stop-sale.ts';

/** The demonstration edition of the test year: sold in 2026, cover in 2027. */
const IN_SALE = Date.parse('2026-11-20T10:00:00+08:00');
const UNIT_FEN = 15_800;
const FIRST = '91320594MA1EXAMP1';
const staff = Array.from({ length: 13 }, (_, index) => resident(740 + index));
const staffOf = (index: number): Person => staff[index] as Person;

let shop: Shop;
let operations: Desk;
let finance: Desk;
let outlet: Desk;
let groupNo: string;
const core = () => (shop.servers[0] as RunningServer).deps;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(IN_SALE);
  await seedStaffOfDemonstration(core());
  operations = await signedIn(shop, 'yunying01');
  finance = await signedIn(shop, 'caiwu01');
  outlet = await signedIn(shop, 'wangdian01');
});
afterAll(() => shop?.close());

async function run(...names: string[]): Promise<void> {
  const jobs = shop.servers[0]?.built.jobs.filter(({ name }) => names.some((begin) => name.startsWith(begin))) ?? [];
  for (let round = 0; round < 4; round++) {
    for (const job of jobs) await job.run();
    shop.clock.advance(3_000);
  }
}

const COMPANY = {
  companyName: '示范机械（苏州）有限公司',
  creditCode: `${FIRST}${creditCodeCheckCharacter(FIRST)}`,
  regionCode: '320540',
  headCount: 12,
  contactName: '王示范',
  phone: '13900000654',
};
/** What was talked about and why it ends stands in the history; the other steps say themselves what they are. */
const NOTED = ['contact', 'close'];
const step = (name: 'contact' | 'take-over' | 'open-roster' | 'remind' | 'bill' | 'close', desk = operations) =>
  desk.call('moveCompanyGroup', { groupNo, step: name, ...(NOTED.includes(name) ? { note: '按流程办理' } : {}) });
const rowOf = (person: Person): string[] => [person.name, person.idNumber, person.phone, '苏州工业园区'];
const csv = (rows: readonly (readonly string[])[]): string =>
  Buffer.from(
    [['姓名', '身份证号', '手机号', '医保所在地'], ...rows].map((cells) => cells.join(',')).join('\r\n'),
  ).toString('base64');

test('a company is put down, and found only by whoever sees its city', async () => {
  const { editions } = await operations.value('listCompanyGroups');
  const productId = editions[0]?.code ?? '';
  expect((await operations.call('registerCompanyGroup', { ...COMPANY, productId, headCount: 9 })).code).toBe(400100);
  expect(await outlet.call('registerCompanyGroup', { ...COMPANY, productId })).toMatchObject({ code: 400707 });
  const made = await operations.value('registerCompanyGroup', { ...COMPANY, productId });
  expect(made.isKnown).toBe(false);
  groupNo = made.groupNo;
  const list = await operations.value('listCompanyGroups', { whose: 'nobody' });
  expect(list).toMatchObject({
    ...{ companies: 1, people: 12 },
    groups: [{ groupNo, companyName: COMPANY.companyName, statusLabel: '已提交', manager: null }],
  });
  expect((await operations.value('listCompanyGroups', { whose: 'own' })).groups).toEqual([]);
  expect(await outlet.value('listCompanyGroups')).toMatchObject({ companies: 0, people: 0, groups: [] });

  // Another city's outlet: what is outside its scope is absent, whatever is asked of it.
  const more: Readonly<Record<string, unknown>> = {
    ...{ which: 'template', fileId: `W${'0'.repeat(19)}`, line: '2', step: 'contact', note: '按流程办理' },
    ...{ fileName: 'a.csv', content: 'AAAA', name: '王示范', idType: '01', phone: COMPANY.phone },
    ...{ idNumber: staffOf(0).idNumber, contactName: '王示范', reason: '单位来函' },
    ...{ personNo: `TR${'0'.repeat(19)}` },
  };
  for (const name of [
    ...(['showCompanyGroup', 'listGroupRows', 'moveCompanyGroup', 'takeCompanyRoster', 'mendGroupRow'] as const),
    ...(['dropGroupRow', 'downloadGroupFile', 'showGroupVoucher'] as const),
    ...(['changeGroupContact', 'removeGroupPerson'] as const),
  ] satisfies (keyof ConsoleCalls)[]) {
    const given = Object.keys((consoleCalls[name].input as { properties: object }).properties);
    const input = Object.fromEntries(given.flatMap((key) => (key in more ? [[key, more[key]]] : [])));
    delete input.regionCode;
    const answer = await outlet.send(consoleCalls[name], {
      ...input,
      groupNo,
      ...(name === 'listGroupRows' ? { which: 'all' } : {}),
    });
    expect([name, ((await answer.json()) as { code: number }).code]).toEqual([name, 400104]);
  }
});

test('its list is read, each line that is wrong is put right in its place or taken out', async () => {
  expect(await step('open-roster')).toMatchObject({ code: 400707, message: expect.stringContaining('已联系') });
  expect(await operations.call('moveCompanyGroup', { groupNo, step: 'contact' })).toMatchObject({
    ...{ code: 400100, message: '请写谈了什么' },
  });
  for (const one of ['contact', 'take-over', 'open-roster'] as const) expect((await step(one)).code).toBe(200000);
  const content = csv([
    ...staff.slice(0, 11).map(rowOf),
    [staffOf(11).name, staffOf(11).idNumber.slice(0, 17), staffOf(11).phone, ''],
    rowOf(staffOf(3)),
    ['陈 示', staffOf(12).idNumber, staffOf(12).phone, ''],
  ]);
  await operations.value('takeCompanyRoster', { groupNo, fileName: '名单.csv', content });
  await run('group-rosters');
  const read = await operations.value('showCompanyGroup', { groupNo });
  expect(read).toMatchObject({
    ...{ statusLabel: '名单收集中', contactMasked: '王*范', phoneMasked: expect.stringMatching(/^1\d{2}\*{4}\d{4}$/) },
    ...{ file: { rowsGood: 11, rowsBad: 3 }, manager: { staffNo: 'yunying01' }, fewestPeople: 10 },
    events: expect.arrayContaining([expect.objectContaining({ what: '已联系', actor: '运营员 01 yunying01' })]),
  });
  const faults = await operations.value('listGroupRows', { groupNo });
  expect(faults.rows.map(({ line, problem }) => [line, problem])).toEqual([
    [13, '身份证号应为 18 位，现在是 17 位'],
    [14, '和第 5 行是同一个人'],
    [15, '姓名里有空格'],
  ]);
  const all = await operations.value('listGroupRows', { groupNo, which: 'all' });
  expect(all.rows.map(({ line }) => line)).toEqual(Array.from({ length: 14 }, (_, index) => index + 2));
  expect(JSON.stringify([read, faults, all])).not.toMatch(
    new RegExp([COMPANY.phone, COMPANY.contactName, ...staff.flatMap((one) => [one.idNumber, one.name])].join('|')),
  );
  const typed = { name: staffOf(11).name, idType: '01', phone: staffOf(11).phone };
  const mend = (line: string, idNumber: string) =>
    operations.call('mendGroupRow', { groupNo, line, ...typed, idNumber });
  expect((await mend('13', staffOf(11).idNumber.slice(0, 17))).message).toContain('18 位');
  expect((await mend('13', staffOf(3).idNumber)).message).toContain('和第 5 行是同一个人');
  expect((await mend('13', staffOf(11).idNumber)).code).toBe(200000);
  expect((await mend('13', staffOf(11).idNumber)).message).toContain('已经改好');
  for (const line of ['14', '15']) await operations.value('dropGroupRow', { groupNo, line });
  expect((await operations.value('showCompanyGroup', { groupNo })).file).toMatchObject({ rowsGood: 12, rowsBad: 0 });
  const [mended] = (await operations.value('listGroupRows', { groupNo, which: 'good', after: '12' })).rows;
  expect(mended).toMatchObject({ line: 13, problem: null, standing: '等本人确认' });
});

test('those who agreed are billed; a transfer counts when a second person confirms it', async () => {
  await run('group-invites');
  for (const person of [...staff.slice(0, 9), staffOf(11)]) {
    const visitor = shop.visitor();
    const link = shop.sandbox.control.sms(person.phone).find(({ params }) => 'link' in params)?.params.link ?? '';
    const answer = {
      link,
      idTail: person.idNumber.slice(-6),
      join: true,
      regionCode: '320540',
      consent: true as const,
    };
    await visitor.value('answerInvitation', { ...answer, agreedDocuments: await agreements(visitor.value, REQUIRED) });
  }
  const { editionCode } = await shop.visitor().value('productInfo', {});
  const goOn = await stopSale(shop, editionCode);
  expect((await step('bill')).message).toBe('全省暂停参保：系统维护');
  await goOn();
  expect((await step('bill')).result).toEqual({ people: 10 });
  const receipt = {
    ...{ groupNo, bankReference: 'BANK20261120-9', amountFen: 11 * UNIT_FEN, receivedOn: '2026-11-20' },
    ...{ payerName: COMPANY.companyName, payerAccount: '6222 0000 0000 0001' },
  };
  expect((await finance.call('enterGroupReceipt', { ...receipt, receivedOn: '2026-12-20' })).code).toBe(400100);
  await finance.value('enterGroupReceipt', receipt);
  expect((await finance.call('enterGroupReceipt', receipt)).message).toContain('已经登记过');
  const [entered] = (await finance.value('showCompanyGroup', { groupNo })).receipts;
  expect(entered).toMatchObject({
    state: 'entered',
    enteredBy: { account: 'caiwu01', name: '财务 01 caiwu01' },
    payerAccountMasked: expect.stringContaining('*'),
  });
  const confirm = { groupNo, receiptNo: entered?.receiptNo ?? '', decision: 'confirm' as const };
  expect(await finance.call('settleGroupReceipt', confirm)).toMatchObject({ code: 400707 });
  expect(await operations.value('settleGroupReceipt', confirm)).toEqual({ isPaid: true });
  await run('group-bills', 'outbox');
  expect(await finance.value('showCompanyGroup', { groupNo })).toMatchObject({
    ...{ statusLabel: '已完成', counts: { insured: 10 } },
    ...{ money: { leftFen: UNIT_FEN }, payableBackFen: UNIT_FEN },
  });

  const payout = {
    ...{ groupNo, amountFen: UNIT_FEN, reason: '多付一人' },
    ...{ payeeName: COMPANY.companyName, payeeBank: '示例银行', payeeAccount: '6222000000000001' },
  };
  expect((await finance.call('proposeGroupPayout', { ...payout, amountFen: UNIT_FEN + 1 })).message).toContain(
    '最多可退',
  );
  await finance.value('proposeGroupPayout', payout);
  const [proposed] = (await finance.value('showCompanyGroup', { groupNo })).payouts;
  const paid = {
    ...{ groupNo, payoutNo: proposed?.payoutNo ?? '', decision: 'paid' as const },
    ...{ bankReference: 'BANK20261120-10', paidOn: '2026-11-20' },
  };
  expect((await finance.call('settleGroupPayout', paid)).code).toBe(400707);
  await operations.value('settleGroupPayout', paid);
  const done = await operations.value('showCompanyGroup', { groupNo });
  expect(done).toMatchObject({ money: { returnedFen: UNIT_FEN, leftFen: 0 }, payouts: [{ state: 'paid' }] });
  expect((await step('close')).message).toContain('保单已出');
  const report = await operations.send(consoleCalls.downloadGroupFile, { groupNo, which: 'report' });
  const lines = (await report.text()).trim().split('\r\n');
  expect(lines.filter((line) => /SMA[0-9]{21}/.test(line))).toHaveLength(10);
  expect(lines.join()).not.toContain(staffOf(0).idNumber);

  // The company rings: one person leaves before the cover begins, and the premium lies in the deposit.
  const { rows } = await operations.value('listGroupRows', { groupNo, which: 'good' });
  const leaving = rows.filter(({ personNo }) => personNo !== null);
  expect(leaving).toHaveLength(10);
  const removal = { groupNo, personNo: leaving[0]?.personNo ?? '', reason: '单位来函，人已离职' };
  await operations.value('removeGroupPerson', removal);
  expect((await operations.call('removeGroupPerson', removal)).message).toContain('没有已参保的');
  await run('refunds', 'outbox', 'group-removals');
  expect(await operations.value('showCompanyGroup', { groupNo })).toMatchObject({
    ...{ counts: { insured: 9, removed: 1 }, money: { leftFen: UNIT_FEN } },
    events: expect.arrayContaining([expect.objectContaining({ what: '减员', actor: '运营员 01 yunying01' })]),
  });
  // The transfer is no resident's attempt to pay: it went through no step of theirs, and cannot have failed.
  await run('reports');
  const board = await operations.value('showDashboard', { period: 'today' });
  expect(board).toMatchObject({ orders: 10, attempts: { paid: 0, ended: 0 } });
  expect(board.funnel.filter(({ count }) => count > 0)).toEqual([]);
  const entries = await core().database.query<{ what: string }>(
    `select distinct what from staff_audit where outcome = 'done' and subject like $1 order by what`,
    [`${groupNo}%`],
  );
  expect(entries.map(({ what }) => what)).toEqual([
    ...[
      'downloadGroupFile',
      'dropGroupRow',
      'enterGroupReceipt',
      'listGroupRows',
      'mendGroupRow',
      'moveCompanyGroup',
      'proposeGroupPayout',
    ],
    ...[
      'registerCompanyGroup',
      'removeGroupPerson',
      'settleGroupPayout',
      'settleGroupReceipt',
      'showCompanyGroup',
      'takeCompanyRoster',
    ],
  ]);
});
