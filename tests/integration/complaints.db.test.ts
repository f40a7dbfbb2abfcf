import { randomUUID } from 'node:crypto';
import { consoleCalls } from '@huimin/contract/console';
import { spokenDay } from '@huimin/domain/date';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { recordSale, seal, tellNews } from './recorded-visit.ts';
import {
  eventually,
  newestCode,
  openShop,
  pay,
  placeOrder,
  type RunningServer,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

/** A complaint from a resident's phone to the desk, to compliance, back again, and its evidence meanwhile. */
let shop: Shop;
let server: RunningServer;
let visitor: Visitor;
let sale: { trace: string; orderNo: string };
let service: Desk;
let compliance: Desk;
const { linMei } = people;
const DAY = 24 * 3_600_000;
const FILE = 'showComplaintFile';
const PHOTO = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb00047400ffc0000b080064006401011100ffda0008010100003f0012ffd9',
  'hex',
).toString('base64');
const WORDS = '业务员说既往症也全赔，条款里不是这样写的，要求退保';

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  server = shop.servers[0] as RunningServer;
  await seedStaffOfDemonstration(server.deps);
  const recorded = await recordSale(shop, linMei);
  sale = recorded;
  visitor = recorded.visit.visitor;
});
afterAll(() => shop?.close());

const signInDesks = async () => {
  service = await signedIn(shop, 'kefu01');
  compliance = await signedIn(shop, 'hegui01');
};
const disputes = () =>
  server.deps.database.query<{ dispute_no: string; ended: boolean }>(
    `select dispute_no, ended_at is not null as ended from evidence_disputes where trace = $1 order by dispute_no`,
    [sale.trace],
  );
const file = async (more: Record<string, unknown> = {}, who = visitor) =>
  who.call('fileComplaint', { clientKey: randomUUID(), category: 'sale', words: WORDS, ...more });

test('from the phone to the desk and compliance; the sale’s recording is kept until it has ended, and again when it is opened again', async () => {
  const picture = { clientKey: randomUUID(), use: 'complaint', fileName: '聊天.jpg', content: PHOTO } as const;
  const { fileId } = await visitor.value('uploadFile', picture);
  const clientKey = randomUUID();
  const input = { clientKey, category: 'sale' as const, words: WORDS, orderNo: sale.orderNo, fileIds: [fileId] };
  const filed = await visitor.value('fileComplaint', input);
  expect(filed).toMatchObject({ statusLabel: '待受理', files: 1, canReopen: false, canWithdraw: true });
  expect((await visitor.value('fileComplaint', input)).complaintNo).toBe(filed.complaintNo);
  const { complaintNo } = filed;
  const [stored] = await server.deps.database.query<{ text: string }>(
    `select encode(words_sealed, 'escape') as text from complaints`,
  );
  expect(stored?.text).not.toContain('既往症');

  // Nobody else's.
  const stranger = shop.visitor();
  await stranger.logIn(people.stranger);
  expect((await stranger.value('listOwnComplaints')).complaints).toEqual([]);
  expect((await stranger.call('withdrawComplaint', { complaintNo })).envelope.code).toBe(400104);
  expect((await stranger.call('reopenComplaint', { complaintNo, words: WORDS })).envelope.code).toBe(400104);
  expect((await file({ orderNo: sale.orderNo }, stranger)).envelope.code).toBe(400104);
  expect((await file({ fileIds: [fileId] }, stranger)).envelope.message).toContain('重新上传');
  expect((await stranger.value('listOwnComplaints')).complaints).toEqual([]);

  await signInDesks();
  const list = await service.value('listComplaints');
  expect(list).toMatchObject({ figures: { open: 1, late: 0, answered: 0, filed: 1 }, next: null });
  expect(list.complaints).toMatchObject([{ complaintNo, city: '苏州', orderNo: sale.orderNo, late: false }]);
  expect(JSON.stringify(list)).not.toContain('既往症');
  for (const number of [complaintNo, sale.orderNo]) {
    expect((await service.value('listComplaints', { number, which: 'ended' })).complaints).toHaveLength(1);
  }
  const seen = await service.value('showComplaint', { complaintNo });
  expect(seen).toMatchObject({ words: WORDS, trace: sale.trace, actions: ['accept', 'contact'] });
  expect((await compliance.value('showComplaint', { complaintNo })).actions).toEqual(['decline']);
  const [one] = seen.files;
  const shown = await service.send(consoleCalls[FILE], { complaintNo, fileId: one?.fileId });
  expect(shown.headers.get('content-type')).toContain('image/jpeg');
  // Who looked is said to the resident.
  const { looks } = await visitor.value('showOwnData');
  expect(looks.map(({ what }) => what)).toEqual(expect.arrayContaining(['看一件投诉', '看投诉材料']));

  // Before it is sealed there is nothing that could be erased; then it is kept.
  await shop.runJob('complaint-evidence');
  expect(await disputes()).toEqual([]);
  shop.clock.advance(31 * 60_000);
  await seal(shop);
  await shop.runJob('complaint-evidence');
  expect(await disputes()).toEqual([{ dispute_no: complaintNo, ended: false }]);
  await signInDesks();
  expect((await service.value('showComplaint', { complaintNo })).evidence).toBe('了结以前不会销毁');

  expect((await service.call('answerComplaint', { complaintNo, answer: '先答复试试看' })).code).toBe(400707);
  await service.value('acceptComplaint', { complaintNo });
  // Sent once more, as its answer was lost, it is one talk all the same.
  for (const _ of ['first', 'lost']) {
    await service.value('noteComplaintContact', { complaintNo, words: '电话里说了经过，答应三天内回复' });
  }
  const talks = (await service.value('showComplaint', { complaintNo })).steps.filter(({ words }) =>
    words?.includes('三天内'),
  );
  expect(talks).toHaveLength(1);
  const answer = '经核对销售记录，业务员没有说明既往症，我们同意全额退保';
  await service.value('answerComplaint', { complaintNo, answer });
  await shop.runJob('account-notices');
  expect((await service.call('closeComplaint', { complaintNo, finding: 'founded', words: '核对过' })).code).toBe(
    400702,
  );
  const own = (await visitor.value('listOwnComplaints')).complaints[0];
  expect(own?.steps.map(({ label, words }) => [label, words])).toEqual([
    ['收到投诉', null],
    ['已受理', null],
    ['答复', answer],
  ]);
  await compliance.value('sendBackComplaint', { complaintNo, words: '把退款到账的时间写上' });
  await service.value('answerComplaint', { complaintNo, answer: `${answer}，1 到 3 个工作日到账` });
  expect((await compliance.value('listComplaints', { which: 'answered' })).complaints).toHaveLength(1);
  const closed = await compliance.value('closeComplaint', { complaintNo, finding: 'founded', words: '已经和记录核对' });
  expect(closed.line).toMatchObject({ statusLabel: '已办结', finding: '属实', late: false });
  await shop.runJob('complaint-evidence');
  expect(await disputes()).toEqual([{ dispute_no: complaintNo, ended: true }]);

  // Once more, and not a third time; its recording is kept by another number.
  const again = await visitor.value('reopenComplaint', { complaintNo, words: '钱还没有到账，已经过了三个工作日' });
  expect(again).toMatchObject({ statusLabel: '重新办理', canReopen: false });
  await shop.runJob('complaint-evidence');
  expect(await disputes()).toEqual([
    { dispute_no: complaintNo, ended: true },
    { dispute_no: `${complaintNo}-2`, ended: false },
  ]);
  shop.clock.advance(40 * DAY);
  await visitor.logIn(linMei);
  await signInDesks();
  expect((await service.value('listComplaints')).figures).toMatchObject({ open: 1, late: 1, again: 1 });
  await service.value('answerComplaint', { complaintNo, answer: '已经查到，退款今天到账' });
  await compliance.value('closeComplaint', { complaintNo, finding: 'partly', words: '已经和银行核对' });
  await shop.runJob('complaint-evidence');
  expect((await disputes()).map(({ ended }) => ended)).toEqual([true, true]);
  expect((await visitor.call('reopenComplaint', { complaintNo, words: WORDS })).envelope.code).toBe(400104);
  expect((await compliance.value('listComplaints', { which: 'ended' })).complaints[0]).toMatchObject({ late: true });

  const { entries } = await (await signedIn(shop, 'shenji01')).value('listAuditLog', { subject: complaintNo });
  expect(entries.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['受理投诉', '记一次投诉联系', '答复投诉', '退回重新答复', '办结投诉']),
  );
  expect(JSON.stringify(entries)).not.toContain('既往症');
});

test('who answered does not close, orders of others are not linked, cities keep apart, and a list goes out without words', async () => {
  await signInDesks();
  const { complaintNo } = (await file({ category: 'service' })).envelope.result as { complaintNo: string };
  const { query } = server.deps.database;
  expect((await service.call('linkComplaintOrder', { complaintNo, orderNo: `JS${'0'.repeat(19)}` })).code).toBe(400707);
  const [ids] = await query<{ id: number }>(`select id from staff_accounts where account = 'hegui01'`);
  await query(`update complaints set status = 'answered', answered_by = $1 where status = 'submitted'`, [ids?.id]);
  const close = { complaintNo, finding: 'unfounded', words: '没有这回事' } as const;
  expect((await compliance.call('closeComplaint', close)).message).toContain('另一个人');
  await query(`update complaints set answered_by = null where status = 'answered'`);

  // What is about no order is for those who see the whole province; with an order, for those who see the order.
  const scope = (cities: string) =>
    query(`update staff_accounts set scope = jsonb_set(scope::jsonb, '{cities}', $1::jsonb) where account = 'kefu01'`, [
      cities,
    ]);
  await scope('["320500"]');
  expect((await service.call('showComplaint', { complaintNo })).code).toBe(400104);
  expect((await service.value('listComplaints', { which: 'all' })).complaints).toHaveLength(1);
  await scope('["320100"]');
  expect(await service.value('listComplaints', { which: 'all' })).toMatchObject({
    complaints: [],
    figures: { filed: 0 },
  });
  await scope('null');
  const linked = await service.value('linkComplaintOrder', { complaintNo, orderNo: sale.orderNo });
  expect(linked).toMatchObject({ trace: sale.trace, line: { orderNo: sale.orderNo } });
  await compliance.value('closeComplaint', close);

  const withdrawn = (await file()).envelope.result as { complaintNo: string };
  const back = await visitor.value('withdrawComplaint', { complaintNo: withdrawn.complaintNo });
  expect(back).toMatchObject({ statusLabel: '已撤回', canWithdraw: false, dueAt: null });
  const declined = (await file()).envelope.result as { complaintNo: string };
  await compliance.value('declineComplaint', { complaintNo: declined.complaintNo, answer: '法院已经受理同一件事' });
  expect((await visitor.value('listOwnComplaints')).complaints[0]).toMatchObject({
    ...{ statusLabel: '不予受理', canReopen: true },
    steps: [{}, { words: '法院已经受理同一件事' }],
  });
  // Five a day.
  await file();
  expect((await file()).envelope.code).toBe(200000);
  expect((await file()).envelope.code).toBe(400129);

  const regulator = await signedIn(shop, 'jianguan01');
  const ask = { kind: 'complaints', format: 'csv', reason: '季度报送' } as const;
  expect((await regulator.call('askTableExport', { ...ask, filter: { which: 'none' } })).code).not.toBe(200000);
  const { approvalNo } = await regulator.value('askTableExport', { ...ask, filter: { which: 'all' } });
  await compliance.value('decideApproval', { approvalNo, agree: true });
  await shop.runJob('table-exports');
  const [table] = (await regulator.value('listTableExports')).exports;
  const sheet = await (await regulator.send(consoleCalls.downloadTableExport, { exportNo: table?.exportNo })).text();
  expect(sheet.trim().split('\n')).toHaveLength(7);
  expect(sheet).toContain(sale.trace);
  expect(sheet).not.toMatch(new RegExp(`既往症|${linMei.name}|${linMei.phone}`));

  // The resident's own copy holds them.
  await visitor.value('sendOwnDataCode');
  const copy = await visitor.value('exportOwnData', { code: newestCode(shop.sandbox, linMei.phone) });
  expect(copy.parts.find(({ what }) => what === '投诉')?.rows).toHaveLength(6);
});

test('taken down on the phone with the same clock; put off once, by compliance; the words of its list are the operators’', async () => {
  const { query } = server.deps.database;
  const [payer, other] = [resident(871), resident(872)];
  const family = shop.visitor();
  await family.logIn(payer);
  const { orderNo } = await placeOrder(family, [payer, other]);
  await pay(family, orderNo, shop.sandbox);
  await tellNews(shop);
  await tellNews(shop, ['holder-noted']);
  await signInDesks();
  const personOf = async ({ idNumber }: typeof payer) => {
    const { people: found } = await eventually(
      () => service.value('searchPeople', { idNumber }),
      (reply) => reply.people.length === 1,
    );
    return found[0]?.person as string;
  };
  const person = await personOf(payer);
  await eventually(
    () => service.value('showPerson', { person }),
    ({ account }) => account !== null,
  );
  const words = '来电说业务员答应的没有做到，要求给一个说法';
  const call = { person, clientKey: randomUUID(), category: 'service', words, orderNo } as const;
  expect((await service.call('takeComplaint', { ...call, orderNo: sale.orderNo })).message).toContain('没有这笔订单');
  const taken = await service.value('takeComplaint', call);
  expect(await service.value('takeComplaint', call)).toEqual(taken);
  // The answer was lost and the form changed before it is sent again: told, not taken for the former one, and not taken twice.
  for (const changed of [
    { words: `${words}，并且要求退款` },
    { category: 'sale' as const },
    { orderNo: undefined },
    { phone: '13900008729' },
  ]) {
    const refused = await service.call('takeComplaint', { ...call, ...changed });
    expect(refused.message).toContain(`已经登记成 ${taken.complaintNo}，后来改的没有记上`);
  }
  const { complaintNo } = taken;
  await shop.runJob('account-notices');
  const texts = (phone: string) => shop.sandbox.control.sms(phone).map(({ params }) => params.event ?? '');
  expect(texts(payer.phone)).toContain(`收到投诉${complaintNo}，15个工作日内答复`);
  const seen = await service.value('showComplaint', { complaintNo });
  expect(seen).toMatchObject({
    ...{ words, toldByPhone: false, steps: [{ label: '电话登记', who: expect.stringContaining('kefu01') }] },
    line: { byPhone: true, extended: false, dueAt: taken.dueAt, orderNo },
  });
  const own = async () => (await family.value('listOwnComplaints')).complaints[0];
  expect(await own()).toMatchObject({ complaintNo, canWithdraw: true, steps: [{ label: '客服电话登记' }] });

  // The deadline: not by who handles it, not twice, not when it is over.
  const off = { complaintNo, workingDays: 10, words: '要向保险公司调取通话录音' } as const;
  expect((await compliance.call('extendComplaint', off)).code).toBe(400707);
  await service.value('acceptComplaint', { complaintNo });
  expect((await service.call('extendComplaint', off)).code).toBe(400702);
  const later = await compliance.value('extendComplaint', off);
  expect(later.line).toMatchObject({ status: 'extended', extended: true, late: false });
  expect(later.line.dueAt > taken.dueAt).toBe(true);
  expect((await compliance.call('extendComplaint', off)).message).toContain('不能再延');
  expect((await own())?.steps.at(-1)).toMatchObject({ label: '答复期限延长', words: off.words });
  expect((await own())?.dueAt?.slice(0, 10).replaceAll('.', '-')).toBe(later.line.dueAt.slice(0, 10));
  await shop.runJob('account-notices');
  expect(texts(payer.phone).join()).toContain(`投诉答复延到${spokenDay(later.line.dueAt)}`);

  // Somebody of that order who has no account: told by number, and nothing is said of an app.
  const second = await personOf(other);
  const phone = '13900008720';
  const theirs = await service.value('takeComplaint', {
    ...{ ...call, person: second, clientKey: randomUUID(), category: 'sale', phone },
  });
  expect(theirs.phone).toBe('139****8720');
  await service.value('acceptComplaint', { complaintNo: theirs.complaintNo });
  await service.value('answerComplaint', { complaintNo: theirs.complaintNo, answer: '已经核对，业务员道歉' });
  await shop.runJob('account-notices');
  expect(texts(phone)).toContain(`投诉${theirs.complaintNo}已答复，客服会打电话说明`);
  expect((await family.value('listOwnComplaints')).complaints).toHaveLength(1);
  const looks = () => query(`select number from staff_audit order by number`);
  const before = await looks();
  // On the order's page is where they stand, without phone and words: that is part of looking at the order.
  const ofOrder = await service.value('listOrderComplaints', { orderNo });
  expect(ofOrder.complaints.map(({ complaintNo: no }) => no)).toEqual([theirs.complaintNo, complaintNo]);
  expect(JSON.stringify(ofOrder)).not.toMatch(/\d{3}\*{4}\d{4}|既往症/);
  expect(await looks()).toEqual(before);
  const listed = await service.value('listComplaints', { number: orderNo });
  expect(await looks()).toHaveLength(before.length + 1);
  expect(listed.complaints.map(({ complaintNo: no, phone: to }) => [no, to])).toEqual([
    [theirs.complaintNo, '139****8720'],
    [complaintNo, expect.stringContaining('****')],
  ]);

  // Words and what is offered come from the list; a page that was open before may still send the other.
  await query(`update dictionaries set label = '营销误导' where code = 'complaint_category' and value = 'sale'`);
  await query(`update dictionaries set is_offered = false where code = 'complaint_category' and value = 'charge'`);
  const { categories } = await family.value('listOwnComplaints');
  expect(categories.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['营销误导', '退保退款', '理赔', '服务态度', '个人信息', '其他']),
  );
  expect(categories).toHaveLength(6);
  expect((await service.value('listComplaintCategories', {})).categories).toHaveLength(7);
  expect((await service.value('showComplaint', { complaintNo: theirs.complaintNo })).line.categoryLabel).toBe(
    '营销误导',
  );
  shop.clock.advance(60 * DAY);
  await signInDesks();
  const old = await service.value('takeComplaint', { ...call, clientKey: randomUUID() });
  await service.value('acceptComplaint', { complaintNo: old.complaintNo });
  shop.clock.advance(60 * DAY);
  await signInDesks();
  expect((await compliance.call('extendComplaint', { ...off, complaintNo: old.complaintNo })).code).toBe(400707);
});

test('what was answered and not closed stays found by how long ago that was, until somebody else closes it', async () => {
  shop.clock.advance(30 * DAY);
  const nos: string[] = [];
  for (const index of [930, 931]) {
    const one = shop.visitor();
    await one.logIn(resident(index));
    await signInDesks();
    const { complaintNo } = await one.value('fileComplaint', {
      ...{ clientKey: randomUUID(), category: 'service', words: WORDS },
    });
    await service.value('acceptComplaint', { complaintNo });
    await service.value('answerComplaint', { complaintNo, answer: '已经核实，按条款给您解释清楚了' });
    nos.push(complaintNo);
    shop.clock.advance(10 * DAY);
  }
  shop.clock.advance(2 * DAY);
  await signInDesks();
  const answered = async (more: object = {}) =>
    compliance.value('listComplaints', { which: 'answered', ...more }).then(({ complaints, figures }) => ({
      nos: complaints.map(({ complaintNo }) => complaintNo).filter((no) => nos.includes(no)),
      unclosed: figures.unclosed,
    }));
  // Who has waited longest first.
  expect((await answered()).nos).toEqual(nos);
  const before = await answered({ answeredFor: '20' });
  expect(before.nos).toEqual(nos.slice(0, 1));
  expect((await answered({ answeredFor: '60' })).nos).toEqual([]);
  expect((await answered({ answeredFor: '7' })).nos).toEqual(nos);
  const closed = await compliance.value('closeComplaint', {
    ...{ complaintNo: nos[0] as string, finding: 'unfounded', words: '看过答复和记录，本人没有再提' },
  });
  expect(closed.line.answeredAt).not.toBeNull();
  expect(await answered({ answeredFor: '20' })).toEqual({ nos: [], unclosed: before.unclosed - 1 });
});

test('pictures that were added after the answer was lost come to the complaint that was filed', async () => {
  const one = shop.visitor();
  await one.logIn(resident(690));
  const upload = async () =>
    one.value('uploadFile', { clientKey: randomUUID(), use: 'complaint', fileName: '聊天.jpg', content: PHOTO });
  const first = (await upload()).fileId;
  const complaint = { clientKey: randomUUID(), category: 'sale' as const, words: WORDS };
  const { complaintNo } = await one.value('fileComplaint', { ...complaint, fileIds: [first] });
  const added = { ...complaint, fileIds: [first, (await upload()).fileId] };
  expect(await one.value('fileComplaint', added)).toMatchObject({ complaintNo, files: 2 });
  expect(await one.value('fileComplaint', added)).toMatchObject({ complaintNo, files: 2 });
  expect((await one.value('listOwnComplaints')).complaints).toMatchObject([{ complaintNo, files: 2 }]);
  await one.value('withdrawComplaint', { complaintNo });
  expect(await one.value('fileComplaint', added)).toMatchObject({ complaintNo, files: 0 });
});
