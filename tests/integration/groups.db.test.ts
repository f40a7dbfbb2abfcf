import type { InputOf } from '@huimin/contract';
import { type ConsoleCalls, consoleCalls } from '@huimin/contract/console';
import type { Person } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import type { Query } from '../../apps/server/src/db/database.ts';
import { payableBack } from '../../apps/server/src/features/group/deposits.ts';
import { trialBalance } from '../../apps/server/src/features/ledger/index.ts';
import { answerInvitationAs, creditCodeOf, csv, enterTransfer, linkOf, moneyDesks, rowOf } from './company-people.ts';
import { type Desk, signedIn } from './desk.ts';
import { ownCopy } from './own-copy.ts';
import { loggedIn, newestCode, openShop, pay, placeOrder, resident, type Shop, type Visitor } from './shop.ts';

/** The demonstration edition of the test year: sold in 2026, cover in 2027. */
const IN_SALE = Date.parse('2026-11-20T10:00:00+08:00');
const DAY = '2026-11-20';
const UNIT_FEN = 15_800;
const CREDIT_CODE = creditCodeOf('91320594MA1EXAMP0');
const CONTACT: Pick<Person, 'phone'> & { name: string } = { name: '陈示范', phone: '13900000321' };

let shop: Shop;
let contact: Visitor;
let groupNo: string;
const staff = Array.from({ length: 14 }, (_, index) => resident(700 + index));
const staffOf = (index: number): Person => staff[index] as Person;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(IN_SALE);
  await seedStaffOfDemonstration((shop.servers[0] as Shop['servers'][number]).deps);
});
afterAll(() => shop?.close());

/** Runs jobs whose names begin so until none finds anything; a second passes between rounds. */
async function run(...names: string[]): Promise<void> {
  const jobs = shop.servers[0]?.built.jobs.filter(({ name }) => names.some((begin) => name.startsWith(begin))) ?? [];
  for (let round = 0; round < 6; round++) {
    for (const job of jobs) await job.run();
    shop.clock.set(shop.clock.now() + 3_000);
  }
}

type Step = InputOf<ConsoleCalls['moveCompanyGroup']>['step'];
let signed: Desk | undefined;

/** Somebody of operations; signed in anew when the session is over. */
async function operations(): Promise<Desk> {
  if (!signed || (await signed.call('whoAmI')).code !== 200000) signed = await signedIn(shop, 'yunying01');
  return signed;
}

const decide = async (step: Step, more: object = {}) =>
  (await operations()).call('moveCompanyGroup', { groupNo, step, note: '按流程办理', ...more });
const shownAtDesk = async () => (await operations()).value('showCompanyGroup', { groupNo });

/** A phone gets one code a minute. */
function aMinuteLater(): void {
  shop.clock.set(shop.clock.now() + 61_000);
}

async function ask(visitor: Visitor, phone: string, more: object = {}) {
  aMinuteLater();
  await visitor.value('sendSmsCode', { phone, purpose: 'group' });
  const { envelope } = await visitor.call('addCompanyOrder', {
    companyName: '示例科技（苏州）有限公司',
    creditCode: CREDIT_CODE,
    regionCode: '320540',
    headCount: 12,
    contactName: CONTACT.name,
    phone,
    code: newestCode(shop.sandbox, phone),
    consent: true,
    ...more,
  });
  return envelope;
}

const upload = (bytes: Buffer) =>
  contact.call('uploadRoster', { groupNo, fileName: '名单.csv', content: bytes.toString('base64') });

const answerAs = (person: Person, join = true) => answerInvitationAs(shop, person, join);

test('a company asks once: its code is checked, and it is found again by its contact person only', async () => {
  const visitor = shop.visitor();
  expect(await visitor.value('groupTerms', {})).toMatchObject({
    offered: true,
    fewestPeople: 10,
    plans: [{ premiumFen: UNIT_FEN }],
  });
  expect(await visitor.value('groupTerms', { productId: 'js26' })).toMatchObject({ offered: false });
  const wrong = `${CREDIT_CODE.slice(0, 17)}${CREDIT_CODE.endsWith('X') ? 'Y' : 'X'}`;
  expect(await ask(visitor, CONTACT.phone, { creditCode: wrong, headCount: 9 })).toMatchObject({
    code: 400100,
    result: { fields: [{ path: 'creditCode' }, { path: 'headCount', message: expect.stringContaining('10 人起') }] },
  });
  const asked = await ask(visitor, CONTACT.phone);
  expect(asked.result).toMatchObject({ statusLabel: '已提交', isKnown: false });
  groupNo = (asked.result as { groupNo: string }).groupNo;

  expect((await ask(visitor, CONTACT.phone)).result).toMatchObject({ groupNo, isKnown: true });
  const other = resident(690);
  expect(await ask(visitor, other.phone)).toMatchObject({ code: 400303, result: null });
  aMinuteLater();
  contact = await loggedIn(shop, CONTACT);
  expect((await contact.value('listGroups')).groups).toMatchObject([{ groupNo, statusLabel: '已提交' }]);
  const stranger = await loggedIn(shop, other);
  expect((await stranger.value('listGroups')).groups).toEqual([]);
  const absent = `TD${'0'.repeat(19)}`;
  const fileIds = [`W${'0'.repeat(19)}`];
  for (const [name, more] of [
    ['queryGroup', {}],
    ['closeGroup', {}],
    ['groupPeople', {}],
    ['remindGroup', {}],
    ['rosterProblems', {}],
    ['groupReport', {}],
    ['groupTemplate', {}],
    ['removeGroupPeople', { personNos: [`TR${'0'.repeat(19)}`] }],
    ['uploadRoster', { fileName: 'a.csv', content: 'AAAA' }],
    ['giveGroupVoucher', { fileIds }],
  ] as const) {
    const theirs = await stranger.call(name, { groupNo, ...more } as never);
    expect(theirs.envelope.code, name).toBe(400104);
    const nobodys = await stranger.call(name, { groupNo: absent, ...more } as never);
    expect({ ...theirs.envelope, subMessage: '' }).toEqual({ ...nobodys.envelope, subMessage: '' });
  }
});

test('a list is read row by row, each error says how to put it right, and the next list replaces it', async () => {
  expect((await upload(csv([rowOf(staffOf(0))]))).envelope.code).toBe(400303);
  expect((await decide('open-roster')).code).toBe(400707);
  expect((await decide('contact')).code).toBe(200000);
  expect((await decide('take-over')).code).toBe(200000);
  expect((await decide('open-roster', { until: '2026-12-10' })).code).toBe(200000);
  // The first of them buys alone meanwhile.
  const alone = await loggedIn(shop, staffOf(0));
  const own = await placeOrder(alone, [staffOf(0)]);
  await pay(alone, own.orderNo, shop.sandbox);
  await run('outbox');

  const bad = csv([
    ...staff.slice(0, 13).map(rowOf),
    rowOf(staffOf(3)),
    [staffOf(13).name, staffOf(13).idNumber.slice(0, 17), staffOf(13).phone, ''],
    ['陈 示', staffOf(13).idNumber, staffOf(13).phone, ''],
    ['张小明', '3.20102E+17', '13900000555', ''],
    ['王小红', staffOf(13).idNumber, '', '上海'],
  ]);
  expect((await upload(bad)).envelope.result).toMatchObject({ file: { state: 'waiting' } });
  await run('group-rosters');
  const read = await contact.value('queryGroup', { groupNo });
  expect(read.file).toMatchObject({ state: 'done', rowsRead: 18, rowsGood: 12, rowsBad: 6 });
  expect(read.problems.map(({ line, problem }) => [line, problem])).toEqual([
    [2, '2027 年已经参保'],
    [15, '和第 5 行是同一个人'],
    [16, '身份证号应为 18 位，现在是 17 位'],
    [17, '姓名里有空格'],
    [18, '证件号码的后几位被表格软件改成了 0'],
    [19, '医保所在地不是江苏的市'],
  ]);
  expect(JSON.stringify(read)).not.toContain(staffOf(3).idNumber);
  const file = await contact.raw(`/hmb-js26/api/v1/companyInfo/roster/problems?t=1&groupNo=${groupNo}`);
  expect(await file.text()).toContain('留一行就行');

  expect((await upload(Buffer.from('a,b\n1,2'))).envelope.code).toBe(200000);
  await run('group-rosters');
  expect((await contact.value('queryGroup', { groupNo })).file).toMatchObject({
    state: 'refused',
    problem: '第一行要有这些列：姓名、证件号码、手机号。请用下载的模板',
  });
  // What was read before still counts; then the right list, from the desk.
  expect((await contact.value('queryGroup', { groupNo })).counts.waiting).toBe(12);
  const right = csv(staff.slice(1, 13).map(rowOf));
  const given = { groupNo, fileName: 'a.csv', content: right.toString('base64') };
  await (await operations()).value('takeCompanyRoster', given);
  await run('group-rosters');
  const done = await contact.value('queryGroup', { groupNo });
  expect(done).toMatchObject({ counts: { waiting: 12 }, problems: [], file: { rowsGood: 12, rowsBad: 0 } });
  const template = await contact.raw(`/hmb-js26/api/v1/companyInfo/roster/template?t=1&groupNo=${groupNo}`);
  expect((await upload(Buffer.from(await template.arrayBuffer()))).envelope.code).toBe(200000);
  await run('group-rosters');
  expect((await contact.value('queryGroup', { groupNo })).problems).toMatchObject([
    { line: 2, problem: '这是模板里的示例' },
  ]);
  await upload(right);
  await run('group-rosters');
});

test('each person is asked by message, by day, and answers alone; nobody else sees who they are', async () => {
  const evening = Date.parse(`${DAY}T22:00:00+08:00`);
  const before = shop.clock.now();
  shop.clock.set(evening);
  await run('group-invites');
  expect(shop.sandbox.control.sms(staffOf(1).phone)).toEqual([]);
  shop.clock.set(before);
  await run('group-invites');
  const link = linkOf(shop, staffOf(1).phone);
  const visitor = shop.visitor();
  const short = await visitor.raw(`/g/${link}`);
  expect(short.headers.get('location')).toBe(`/#/groupConfirm?link=${link}`);
  // Half an address leads to the page that says so.
  expect((await visitor.raw(`/g/${link?.slice(0, 9)}`)).headers.get('location')).toBe('/#/groupConfirm');
  const opened = await visitor.value('openInvitation', { link });
  expect(opened).toMatchObject({ companyName: '示例科技（苏州）有限公司', status: 'waiting', own: null });
  expect(JSON.stringify(opened)).not.toContain(staffOf(1).name);
  expect((await visitor.call('openInvitation', { link, idTail: '000000' })).envelope.code).toBe(400211);
  const tail = staffOf(1).idNumber.slice(-6);
  expect((await visitor.value('openInvitation', { link, idTail: tail })).own).toMatchObject({ name: staffOf(1).name });
  expect((await visitor.call('openInvitation', { link: 'A'.repeat(16) })).envelope.code).toBe(400104);
  // Without the documents, or without agreeing, nobody is insured.
  const bare = { link, idTail: tail, join: true, regionCode: '320540', agreedDocuments: [] };
  expect((await visitor.call('answerInvitation', bare)).envelope.code).toBe(400100);
  expect((await visitor.call('answerInvitation', { ...bare, consent: true })).envelope.code).toBe(400302);

  for (const person of staff.slice(1, 12)) expect((await answerAs(person)).envelope.code).toBe(200000);
  expect((await answerAs(staffOf(12), false)).envelope.result).toMatchObject({ statusLabel: '本人不参加' });
  // Corrected in the list, the person is asked again; the others keep their answers.
  const renamed = { ...staffOf(11), phone: '13900000777' };
  await upload(csv([...staff.slice(1, 11), renamed, staffOf(12)].map(rowOf)));
  await run('group-rosters');
  expect((await contact.value('queryGroup', { groupNo })).counts).toMatchObject({
    confirmed: 10,
    waiting: 1,
    declined: 1,
  });
  await run('group-invites');
  expect((await answerAs(renamed)).envelope.code).toBe(200000);
  expect((await contact.value('groupPeople', { groupNo, status: 'declined' })).people).toMatchObject([{ line: 13 }]);
});

test('one bill is paid by transfer, entered by one and confirmed by another; short money waits', async () => {
  expect((await decide('bill')).result).toEqual({ people: 11 });
  const { bill, statusLabel } = await contact.value('queryGroup', { groupNo });
  expect(statusLabel).toBe('待付款');
  expect(bill).toMatchObject({ amountFen: 11 * UNIT_FEN, shortFen: 11 * UNIT_FEN, dueOn: '2026-11-30', state: 'open' });
  expect(bill?.payee.name).toContain('演示');

  const photo = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF').toString(
    'base64',
  );
  const file = await contact.call('uploadFile', {
    clientKey: 'k'.repeat(20),
    use: 'transfer',
    fileName: '回单.pdf',
    content: photo,
  });
  if (file.envelope.code === 200000) {
    const { fileId } = file.envelope.result as { fileId: string };
    expect((await contact.value('giveGroupVoucher', { groupNo, fileIds: [fileId] })).bill?.vouchers).toBe(1);
  }
  const { first, second } = await moneyDesks(shop);
  const transfer = { groupNo, bankReference: 'BANK20261120-1', amountFen: 10 * UNIT_FEN, receivedOn: DAY };
  const receiptNo = await enterTransfer(first, transfer);
  const payer = { payerName: '示例科技', payerAccount: '62220001' };
  const again = { ...transfer, ...payer, bankReference: 'bank20261120-1' };
  expect((await first.call('enterGroupReceipt', again)).message).toContain('已经登记过');
  const confirm = { groupNo, receiptNo, decision: 'confirm' as const };
  expect((await first.call('settleGroupReceipt', confirm)).code).toBe(400707);
  expect(await second.value('settleGroupReceipt', confirm)).toEqual({ isPaid: false });
  const { statusLabel: stillLabel, bill: stillOpen } = await contact.value('queryGroup', { groupNo });
  expect([stillLabel, stillOpen?.shortFen]).toEqual(['待付款', UNIT_FEN]);
  const rest = { ...transfer, bankReference: 'BANK20261120-2', amountFen: 3 * UNIT_FEN };
  const restNo = await enterTransfer(first, rest);
  expect(await second.value('settleGroupReceipt', { ...confirm, receiptNo: restNo })).toEqual({ isPaid: true });
  expect((await contact.value('queryGroup', { groupNo })).statusLabel).toBe('已付款');
});

test('everybody gets a policy of their own; who is covered meanwhile is dropped and not charged', async () => {
  // Bought between the bill and its policies.
  const quick = await loggedIn(shop, staffOf(2));
  const own = await placeOrder(quick, [staffOf(2)]);
  await pay(quick, own.orderNo, shop.sandbox);
  await run('outbox');
  // Asked while its people are charged: what they still need is not to be paid back.
  const [{ deps }, asked] = [shop.servers[0] ?? expect.fail(), [] as string[]];
  const meanwhile: Query = async (text, values) => {
    const rows = await deps.database.query(text, values);
    if (/from group_(?:receipts|people)/.test(text) && asked.push(text) === 1) await run('group-bills');
    return rows as never;
  };
  const payable = await payableBack(meanwhile, deps.numbers.groupId(groupNo) ?? 0n);
  expect([asked.length > 1, payable <= 3 * UNIT_FEN]).toEqual([true, true]);
  await run('group-bills', 'outbox');
  const done = await contact.value('queryGroup', { groupNo });
  expect(done).toMatchObject({
    statusLabel: '已完成',
    counts: { insured: 10, dropped: 1, declined: 1 },
    money: { receivedFen: 13 * UNIT_FEN, usedFen: 10 * UNIT_FEN, leftFen: 3 * UNIT_FEN },
  });
  const listed = (await ownCopy(shop, quick, staffOf(2))).rowsOf('单位给您报的参保名单');
  expect(listed).toMatchObject([{ 姓名: staffOf(2).name, 状态: '移出，款项退回' }]);
  // The company's orders are nobody's: neither the contact nor the insured has them in a list.
  expect((await contact.value('queryOrders', {})).orders).toEqual([]);

  const person = staffOf(4);
  const visitor = shop.visitor();
  const proof = { link: linkOf(shop, person.phone), idTail: person.idNumber.slice(-6) };
  const mine = await visitor.value('openInvitation', proof);
  expect(mine).toMatchObject({ statusLabel: '已参保', own: { policyNo: expect.stringMatching(/^SMA/) } });
  const address = `/hmb-js26/api/v1/companyInfo/confirm/policy?ticket=${mine.own?.ticket}`;
  expect((await visitor.raw(address)).headers.get('content-type')).toBe('application/pdf');
  shop.clock.set(shop.clock.now() + 16 * 60_000);
  expect(await (await visitor.raw(address)).json()).toMatchObject({ code: 400104 });
  expect(shop.sandbox.control.sms(person.phone)[0]?.params).toMatchObject({ count: '1' });
  await visitor.value('sendPolicySearchCode', { phone: person.phone });
  const found = await visitor.value('searchPolicies', {
    person: {
      name: person.name,
      idType: '01',
      idNumber: person.idNumber,
      phone: person.phone,
      code: newestCode(shop.sandbox, person.phone),
    },
  });
  expect(found.policies).toMatchObject([{ asker: 'known-phone', policyNo: mine.own?.policyNo }]);
  const report = await (await contact.raw(`/hmb-js26/api/v1/companyInfo/roster/report?t=1&groupNo=${groupNo}`)).text();
  expect(report).toContain(mine.own?.policyNo);
  expect(report).not.toContain(person.idNumber);
  await run('group-news');
  expect(shop.sandbox.control.sms(CONTACT.phone)[0]?.params.result).toBe('保单已出，每人一份');
});

test('people leave before the cover begins, money goes back by two hands, and the books are right', async () => {
  const { people } = await contact.value('groupPeople', { groupNo, status: 'insured' });
  const leaving = people[0]?.personNo as string;
  await contact.value('removeGroupPeople', { groupNo, personNos: [leaving] });
  expect((await contact.call('removeGroupPeople', { groupNo, personNos: [leaving] })).envelope.code).toBe(400303);
  await run('refunds', 'outbox', 'group-removals');
  const after = await contact.value('queryGroup', { groupNo });
  expect(after).toMatchObject({ counts: { insured: 9, removed: 1 }, money: { leftFen: 4 * UNIT_FEN } });
  // Free again: whoever left can buy alone.
  const payee = {
    payeeName: '示例科技（苏州）有限公司',
    payeeBank: '演示银行苏州分行',
    payeeAccount: '6222000000000001',
  };
  const { first, second } = await moneyDesks(shop);
  const wish = { groupNo, reason: '多付的', ...payee };
  expect((await first.call('proposeGroupPayout', { ...wish, amountFen: 5 * UNIT_FEN })).code).toBe(400707);
  await first.value('proposeGroupPayout', { ...wish, amountFen: 4 * UNIT_FEN });
  // The answer was lost, and it is proposed once more: the same money waits for one payment.
  const again = await first.call('proposeGroupPayout', { ...wish, amountFen: 4 * UNIT_FEN });
  expect(again.message).toContain('同样的一笔退款已经登记');
  const [proposed] = (await first.value('showCompanyGroup', { groupNo })).payouts;
  const paid = { groupNo, payoutNo: proposed?.payoutNo ?? '', decision: 'paid' as const, paidOn: DAY };
  const settle = (desk: typeof first, bankReference: string) =>
    desk.call('settleGroupPayout', { ...paid, bankReference });
  expect((await settle(first, 'BANK20261121-9')).code).toBe(400707);
  expect((await settle(second, 'BANK20261120-1')).message).toContain('已经登记过');
  expect((await settle(second, 'BANK20261121-9')).code).toBe(200000);
  const invoice = { groupNo, invoiceNumber: '25322000000012345678', invoicedOn: DAY };
  expect((await first.call('noteGroupInvoice', { ...invoice, invoicedOn: '2026-12-20' })).code).toBe(400100);
  await first.value('noteGroupInvoice', invoice);
  expect((await contact.value('queryGroup', { groupNo })).invoice).toMatchObject({ number: invoice.invoiceNumber });
  expect((await contact.value('queryGroup', { groupNo })).money).toMatchObject({
    returnedFen: 4 * UNIT_FEN,
    leftFen: 0,
  });

  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  const balance = await trialBalance(server.deps.database, shop.clock.now());
  expect(balance).toMatchObject({ isRight: true, overdrawnGroups: 0, totalFen: 0 });
  expect(balance.clearing).toMatchObject([
    { provider: 'bank-transfer', paymentsFen: 13 * UNIT_FEN, refundsFen: 4 * UNIT_FEN, clearingFen: 9 * UNIT_FEN },
    { provider: 'group-deposit', paymentsFen: 10 * UNIT_FEN, refundsFen: UNIT_FEN, clearingFen: 9 * UNIT_FEN },
    { provider: 'wechat-pay' },
  ]);
  expect((await decide('close')).code).toBe(400707);
  // Those who join later are billed alone.
  expect((await decide('open-roster')).code).toBe(200000);
  expect((await contact.value('queryGroup', { groupNo })).statusLabel).toBe('名单收集中');
  expect(await shownAtDesk()).toMatchObject({ payableBackFen: 0, receipts: [{}, {}], payouts: [{}] });
  expect(shop.logged.join('\n')).not.toContain(staffOf(4).idNumber);
});

test('who writes something wrong at the desk is told so, and changes nothing', async () => {
  const before = await shownAtDesk();
  const desk = await operations();
  const reason = '单位来函';
  for (const [name, input] of [
    ['moveCompanyGroup', { step: 'open-roster', until: '2026-02-31' }],
    ['changeGroupContact', { contactName: '陈', phone: '13900000322', reason }],
    ['changeGroupContact', { contactName: '陈示范', phone: '13', reason }],
    ['noteGroupInvoice', { invoiceNumber: '1', invoicedOn: DAY }],
    ['removeGroupPerson', { personNo: 'TR1', reason }],
  ] as const) {
    const answer = await desk.send(consoleCalls[name], { groupNo, ...input });
    expect([name, ((await answer.json()) as { code: number }).code]).toEqual([name, 400100]);
  }
  const nobody = { groupNo, personNo: `TR${'0'.repeat(19)}`, reason };
  expect((await desk.call('removeGroupPerson', nobody)).code).toBe(400707);
  const absent = { groupNo: `TD${'0'.repeat(19)}`, step: 'bill' } as const;
  expect((await desk.call('moveCompanyGroup', absent)).code).toBe(400104);
  const company = { companyName: '示例村民委员会', creditCode: '1', regionCode: '320500', headCount: 20 };
  // The gateway lets this number wait.
  const productId = (await desk.value('listCompanyGroups')).editions[0]?.code ?? '';
  const registering = { ...company, productId, contactName: '陈示范', phone: '13900000001' };
  expect((await desk.call('registerCompanyGroup', registering)).code).toBe(400100);
  const right = { ...registering, creditCode: creditCodeOf('54320594MA1EXAMP0') };
  expect(await desk.value('registerCompanyGroup', right)).toMatchObject({ isKnown: false });
  expect(await desk.value('registerCompanyGroup', right)).toMatchObject({ isKnown: true });
  const { groups } = await desk.value('listCompanyGroups', { status: 'submitted' });
  expect(groups).toMatchObject([{ companyName: '示例村民委员会' }]);
  expect(await shownAtDesk()).toEqual(before);
});

test('news that the gateway lets wait is told later, and once', async () => {
  const desk = await operations();
  const [other] = (await desk.value('listCompanyGroups', { status: 'submitted' })).groups;
  const step = (name: Step, more: object) => decide(name, { groupNo: other?.groupNo, ...more });
  expect((await step('contact', {})).code).toBe(200000);
  expect((await step('open-roster', { until: '2026-12-10' })).code).toBe(200000);
  await run('group-news');
  const another = { contactName: '陈示范', phone: '13900000323', reason: '原来的联系人离职' };
  await desk.value('changeGroupContact', { groupNo: other?.groupNo ?? '', ...another });
  await run('group-news');
  expect(shop.sandbox.control.sms('13900000323')).toMatchObject([{ params: { result: '请在 2026.12.10 前上传名单' } }]);
});

test('a crash between an order and its payment costs nobody a policy or a second one', async () => {
  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  await upload(csv([...staff.slice(1, 11), staffOf(13)].map(rowOf)));
  await run('group-rosters', 'group-invites');
  expect((await answerAs(staffOf(13))).envelope.code).toBe(200000);
  expect((await decide('bill')).result).toEqual({ people: 1 });
  const { query } = server.deps.database;
  // What a server leaves that ends after saving the order: the claim and the order, and nothing that points to it.
  const { first, second } = await moneyDesks(shop);
  const transfer = { groupNo, bankReference: 'BANK20261120-3', amountFen: UNIT_FEN, receivedOn: DAY };
  const receiptNo = await enterTransfer(first, transfer);
  await second.value('settleGroupReceipt', { groupNo, receiptNo, decision: 'confirm' });
  const jobs = server.built.jobs.filter(({ name }) => name === 'group-bills');
  await query(
    `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
  );
  await query('create trigger cut_off before insert on payment_attempts for each row execute function cut_off()');
  for (const job of jobs) await job.run();
  await query('drop trigger cut_off on payment_attempts');
  await query('update group_people set order_id = null where shard = any(select shard from groups) and status = $1', [
    'billed',
  ]);
  await run('group-bills', 'outbox');
  expect((await contact.value('queryGroup', { groupNo })).counts).toMatchObject({ insured: 10, billed: 0 });
  const [{ orders } = { orders: 0 }] = await query<{ orders: number }>(
    `select count(*)::integer as orders from orders where kind = 'group' and created_at > $1`,
    [new Date(shop.clock.now() - 60_000)],
  );
  expect(orders).toBe(1);
  expect((await trialBalance(server.deps.database, shop.clock.now())).isRight).toBe(true);
});

test('who is just leaving cannot be listed anew before the premium is back, and is told so; then they are asked again', async () => {
  expect((await decide('open-roster')).code).toBe(200000);
  const { people } = await contact.value('groupPeople', { groupNo, status: 'insured' });
  const leaving = people.at(-1)?.personNo as string;
  await contact.value('removeGroupPeople', { groupNo, personNos: [leaving] });
  const list = csv([...staff.slice(1, 11), staffOf(13)].map(rowOf));
  await upload(list);
  await run('group-rosters');
  const { file, problems } = await contact.value('queryGroup', { groupNo });
  expect(file).toMatchObject({ rowsGood: 9, rowsBad: 2 });
  expect(problems.filter(({ problem }) => problem.includes('正在减员'))).toMatchObject([
    { fix: expect.stringContaining('保费退回后') },
  ]);
  await run('refunds', 'outbox', 'group-removals');
  const before = await contact.value('queryGroup', { groupNo });
  await upload(list);
  await run('group-rosters', 'group-invites');
  const after = await contact.value('queryGroup', { groupNo });
  expect(after).toMatchObject({
    file: { rowsGood: 10, rowsBad: 1 },
    counts: { insured: 9, leaving: 0, waiting: before.counts.waiting + 1 },
  });
});

test('who was never insured is forgotten after the sale', async () => {
  const { query } = (shop.servers[0] as Shop['servers'][number]).deps.database;
  const count = () => query<{ status: string }>('select distinct status from group_people order by status');
  expect((await count()).map(({ status }) => status)).toContain('dropped');
  shop.clock.set(Date.parse('2027-02-15T10:00:00+08:00'));
  await run('group-sweep');
  expect((await count()).map(({ status }) => status)).toEqual(['insured', 'removed']);
});
