import { people, syntheticIdNumber } from '@huimin/testing';
import { beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { give, OPEN, paid, server, shop, useClaims } from './claim-stage.ts';
import { creditCodeOf } from './company-people.ts';
import { type Desk, signedIn } from './desk.ts';
import {
  agreements,
  keep,
  loggedIn,
  newestCode,
  pay,
  placeOrder,
  REQUIRED,
  resident,
  startPaying,
  type Visitor,
} from './shop.ts';

/** Somebody asks for erasure while money of theirs is under way: it arrives all the same, and nothing it needs is gone. */
useClaims();
beforeAll(async () => {
  await seedStaffOfDemonstration(server.deps);
});

const UNIT_FEN = 15_800;
let residents = 9_310;

async function run(...names: string[]): Promise<void> {
  const jobs = server.built.jobs.filter(({ name }) => names.some((begin) => name.startsWith(begin)));
  for (let round = 0; round < 4; round++) {
    for (const job of jobs) await job.run();
    await shop.sandbox.control.settle();
    shop.clock.advance(4_000);
  }
}

interface Asked {
  readonly desk: Desk;
  readonly rightsNo: string;
  readonly openMoney: readonly string[];
}

/** The account asks, and the desk sees what is under way. */
async function asked(visitor: Visitor, phone: string, right: 'erase' | 'restrict'): Promise<Asked> {
  shop.clock.advance(61_000);
  await visitor.value('sendOwnDataCode');
  await visitor.value('askRight', { right, words: '不想再留', code: newestCode(shop.sandbox, phone) });
  const desk = await signedIn(shop, 'hegui01');
  // By deadline: the newest is the last.
  const request = (await desk.value('listRightsRequests')).requests.at(-1);
  return { desk, rightsNo: request?.rightsNo ?? '', openMoney: request?.openMoney ?? [] };
}

async function answered(visitor: Visitor, phone: string, right: 'erase' | 'restrict') {
  const { desk, rightsNo, openMoney } = await asked(visitor, phone, right);
  const { answer } = await desk.value('answerRightsRequest', { rightsNo, agree: true, answer: '已按要求处理' });
  // What the desk answered is what its owner reads.
  expect((await visitor.value('showOwnData')).requests[0]).toMatchObject({ right, open: false, answer });
  return { openMoney, answer };
}

const statusOf = async (visitor: Visitor, orderNo: string) =>
  (await visitor.value('queryOrderDetail', { orderNo })).order.status;

test.each(['erase', 'restrict'] as const)('a payment under way is settled and becomes a cover: %s', async (right) => {
  const person = resident(residents++);
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  const number = await startPaying(visitor, orderNo, shop.sandbox);
  const { openMoney, answer } = await answered(visitor, person.phone, right);
  expect(openMoney).toEqual(['付款 1 笔']);
  expect(answer).toContain('还在办的款照常办：付款 1 笔');
  shop.sandbox.control.orders.act(number, 'pay');
  await run('outbox');
  expect(await statusOf(visitor, orderNo)).toBe(50);
  expect(shop.sandbox.control.sms(person.phone)[0]?.params).toMatchObject({ count: '1' });
  // Nothing is under way any more, and nothing is said of it.
  expect((await asked(visitor, person.phone, right)).openMoney).toEqual([]);
});

/** Somebody covered who asks to have the policy back; nothing is sent yet. */
async function refundAsked() {
  const person = resident(residents++);
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  await run('outbox');
  const [policy] = (await visitor.value('queryOrderDetail', { orderNo })).people;
  shop.clock.advance(61_000);
  const choice = { orderNo, policyNos: [policy?.policyNo as string], reason: 'duplicate' as const };
  await visitor.value('saveRefundSubmission', choice);
  const code = newestCode(shop.sandbox, person.phone);
  const clientKey = `refund-beside-${orderNo}`;
  const { refundNo } = await visitor.value('applyRefund', { ...choice, expectedFen: UNIT_FEN, clientKey, code });
  return { person, visitor, orderNo, refundNo };
}

test.each(['erase', 'restrict'] as const)(
  'a refund under way goes back to its payer, who is told: %s',
  async (right) => {
    const { person, visitor, orderNo } = await refundAsked();
    const { openMoney, answer } = await answered(visitor, person.phone, right);
    expect(openMoney).toEqual(['退款 1 笔']);
    expect(answer).toContain('退款 1 笔');
    await run('refunds', 'outbox');
    expect(await statusOf(visitor, orderNo)).toBe(62);
    const told = (await visitor.value('queryInbox', {})).messages.map(({ title }) => title);
    expect(told[0]).toContain('退');
  },
);

test('a refund that people pay by hand can be recorded, and its payer be called', async () => {
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_account_empty', call: 'refund.create' });
  const { person, visitor, orderNo, refundNo } = await refundAsked();
  await run('refunds');
  const finance = await signedIn(shop, 'caiwu01');
  const paidOn = new Date(shop.clock.now()).toISOString().slice(0, 10);
  const hand = { refundNo, reference: 'BANK-RIGHTS-1', paidOn, reason: '商户余额不足，柜台转账' };
  const { approvalNo } = await finance.value('recordHandRefund', hand);
  const { openMoney } = await answered(visitor, person.phone, 'erase');
  expect(openMoney).toEqual(['人工退款 1 笔']);
  const compliance = await signedIn(shop, 'hegui01');
  await compliance.value('decideApproval', { approvalNo, agree: true });
  await run('hand-payouts', 'outbox');
  expect(await statusOf(visitor, orderNo)).toBe(62);
  shop.sandbox.control.faults.remove();
});

test('the company of an erased contact person stays, with its contact and its bill', async () => {
  const person = resident(residents++);
  const visitor = await loggedIn(shop, person);
  const operations = await signedIn(shop, 'yunying01');
  const { editions } = await operations.value('listCompanyGroups');
  const { groupNo } = await operations.value('registerCompanyGroup', {
    ...{ companyName: '示例科技（苏州）有限公司', creditCode: creditCodeOf('91320594MA1EXAMP4') },
    ...{ productId: editions[0]?.code ?? '', regionCode: '320540', headCount: 12 },
    ...{ contactName: person.name, phone: person.phone },
  });
  await server.deps.database.query(`update groups set status = 'awaiting-payment' where id = $1`, [
    server.deps.numbers.groupId(groupNo),
  ]);
  // Whoever is its contact does not close the account before it is over.
  const stands = async (status: string) => {
    await server.deps.database.query('update groups set status = $2 where id = $1', [
      server.deps.numbers.groupId(groupNo),
      status,
    ]);
    return (await visitor.value('showOwnData')).closing.map(({ what }) => what);
  };
  for (const status of ['completed', 'closed']) expect(await stands(status), status).toEqual([]);
  const reason = '您是单位联系人，团体参保还在办';
  for (const status of ['paid', 'issuing', 'awaiting-payment']) expect(await stands(status), status).toEqual([reason]);
  const { openMoney, answer } = await answered(visitor, person.phone, 'erase');
  expect(openMoney).toEqual(['单位账单 1 张']);
  expect(answer).toContain('单位账单 1 张');
  expect((await visitor.value('listGroups')).groups).toMatchObject([{ groupNo, statusLabel: '待付款' }]);
});

test('a child kept here, insured elsewhere, stays while its claim is open, and goes by itself when it is over', async () => {
  const parent = resident(residents++);
  const child = people.almostAdult;
  const claim = { ...paid({ ...child, phone: parent.phone }), ...OPEN };
  await give([claim], '2026-05-01');
  const visitor = await loggedIn(shop, parent);
  await keep(visitor, parent, '00');
  const personKey = await keep(visitor, child, '03');
  // Kept by somebody who is not to see that there is a claim, and named nowhere by the answer.
  const spouse = resident(residents++);
  await give([{ ...paid(spouse), ...OPEN }], '2026-05-03');
  await keep(visitor, spouse, '01');
  const claims = async () => (await visitor.value('queryClaims', { personKey })).claims.length;
  expect(await claims()).toBe(1);
  const { openMoney, answer } = await answered(visitor, parent.phone, 'erase');
  expect(openMoney).toEqual(['理赔 1 件']);
  expect(answer).toContain('没有参保过的人 2 位');
  expect(answer).toContain('1 人的理赔还没有办完，先留着，办完自动删除');
  await run('erasures');
  expect(await claims()).toBe(1);
  const closing = async () => (await visitor.value('showOwnData')).closing;
  expect(await closing()).toEqual([{ what: '有理赔还没有办完', screen: '/claims' }]);
  const desk = await signedIn(shop, 'hegui01');
  const listed = async () => (await desk.value('listRightsRequests', { which: 'done' })).requests[0];
  expect(await listed()).toMatchObject({ goesOn: true });

  const over = {
    状态: '已赔付',
    结论日期: '2026-03-15',
    到账日期: '2026-03-18',
    赔付金额: '27200',
    收款账户尾号: '0000',
  };
  await give([{ ...claim, ...over }], '2026-05-02');
  await run('erasures');
  expect(await visitor.value('queryFamily')).toEqual([]);
  expect(await closing()).toEqual([]);
  expect(await listed()).toMatchObject({ goesOn: false, answer: expect.stringContaining('又删除了 1 人') });
  expect((await visitor.value('showOwnData')).requests[0]?.answer).toContain('又删除了 1 人');
});

test('a child whose claim names no phone stays too, where its policy has the phone of the parent who keeps it', async () => {
  const parent = resident(residents++);
  const birthDate = '2011-06-01';
  const idNumber = syntheticIdNumber({ district: '320106', birthDate, sequence: 9 });
  const child = { ...people.child, birthDate, idNumber };
  const other = resident(residents++);
  const buyer = await loggedIn(shop, other);
  const insured: string[] = [await keep(buyer, other, '00')];
  const about = { idType: '01' as const, name: child.name, idNumber: child.idNumber, regionCode: '320500' as const };
  const ofChild = { ...about, relationship: '03' as const, phone: parent.phone, consent: true as const };
  insured.push((await buyer.value('addMember', ofChild)).memberId);
  const { orderNo } = await buyer.value('saveOrder', {
    ...{ clientKey: `for-a-child-${residents}`, policyholderMemberId: insured[0] ?? '', insuredMemberIds: insured },
    agreedDocuments: await agreements(buyer.value, REQUIRED),
  });
  await pay(buyer, orderNo, shop.sandbox);
  await run('outbox');
  const claim = { ...paid({ ...child, phone: '' }), ...OPEN };
  await give([claim], '2026-05-04');

  const visitor = await loggedIn(shop, parent);
  const personKey = await keep(visitor, child, '03');
  const claims = async () => (await visitor.value('queryClaims', { personKey })).claims.length;
  expect(await claims()).toBe(1);
  const closing = async () => (await visitor.value('showOwnData')).closing;
  expect(await closing()).toEqual([{ what: '有理赔还没有办完', screen: '/claims' }]);
  // Who keeps the same child, and is not shown the claim, learns nothing of it.
  const stranger = resident(residents++);
  const beside = await loggedIn(shop, stranger);
  await keep(beside, child, '03');
  expect((await beside.value('showOwnData')).closing).toEqual([]);
  expect((await answered(beside, stranger.phone, 'erase')).openMoney).toEqual([]);
  expect(await beside.value('queryFamily')).toEqual([]);

  const { openMoney, answer } = await answered(visitor, parent.phone, 'erase');
  expect(openMoney).toEqual(['理赔 1 件']);
  expect(answer).toContain('1 人的理赔还没有办完，先留着，办完自动删除');
  await run('erasures');
  expect(await claims()).toBe(1);
  await give([{ ...claim, 状态: '已撤案' }], '2026-05-05');
  await run('erasures');
  expect(await visitor.value('queryFamily')).toEqual([]);
  expect(await closing()).toEqual([]);
});
