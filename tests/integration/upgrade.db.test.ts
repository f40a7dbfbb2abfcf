import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { trialBalance } from '../../apps/server/src/features/ledger/index.ts';
import { readPdf } from '../../apps/server/src/papers/read-pdf.ts';
import { signedIn } from './desk.ts';
import { keep, loggedIn, newestCode, openShop, pay, resident, type Shop, startPaying, type Visitor } from './shop.ts';
import { stopSale } from './stop-sale.ts';

/** Two servers over one database whose jobs run only when told to: either may end between a payment and what follows. */
let shop: Shop;
let two: { editionCode: string; documents: { key: string; version: number }[] };
let next = 4_000;

beforeAll(async () => {
  shop = await openShop({ servers: 2, jobs: false });
  const visitor = shop.visitor();
  const editions = await visitor.value('productQuery', {});
  const sold = editions.find((edition) => edition.onSale && edition.plans.length === 2);
  const { editionCode, documents } = await visitor.value('productInfo', { productId: sold?.editionCode as string });
  two = {
    editionCode,
    documents: documents.filter(({ required }) => required).map(({ key, version }) => ({ key, version })),
  };
});
afterAll(() => shop?.close());

const key = (): string => randomBytes(16).toString('hex');

async function runJobs(server: number, ...names: string[]): Promise<void> {
  for (const name of names) await shop.runJob(name, server);
}

interface Family {
  readonly visitor: Visitor;
  readonly phone: string;
  readonly memberIds: readonly string[];
  readonly orderNo: string;
  readonly policyNos: readonly string[];
}

async function save(visitor: Visitor, memberIds: readonly string[], planCode?: string) {
  return visitor.call('saveOrder', {
    clientKey: key(),
    productId: two.editionCode,
    ...(planCode ? { planCode } : {}),
    policyholderMemberId: memberIds[0] as string,
    insuredMemberIds: [...memberIds],
    agreedDocuments: two.documents,
  });
}

/** Two people with issued policies of the basic plan. */
async function insured(): Promise<Family> {
  const [first, second] = [resident(next++), resident(next++)];
  const visitor = await loggedIn(shop, first);
  const memberIds = [await keep(visitor, first, '00'), await keep(visitor, second, '02')];
  const { envelope } = await save(visitor, memberIds, 'basic');
  const orderNo = envelope.result?.orderNo as string;
  await pay(visitor, orderNo, shop.sandbox);
  await runJobs(0, 'outbox order-paid');
  const { people } = await visitor.value('queryOrderDetail', { orderNo });
  return {
    visitor,
    phone: first.phone,
    memberIds,
    orderNo,
    policyNos: people.map((person) => person.policyNo as string),
  };
}

const upgrade = (family: Family, policyNos: readonly string[], more: object = {}) =>
  family.visitor.call('saveUpgrade', {
    clientKey: key(),
    orderNo: family.orderNo,
    planCode: 'upgraded',
    policyNos: [...policyNos],
    expectedFen: 10_000 * policyNos.length,
    agreedDocuments: two.documents,
    ...more,
  });

/** Upgrades some people, paid and done; answers the upgrade's order number. */
async function upgraded(family: Family, policyNos: readonly string[]): Promise<string> {
  const { envelope } = await upgrade(family, policyNos);
  const orderNo = envelope.result?.orderNo as string;
  await pay(family.visitor, orderNo, shop.sandbox);
  await runJobs(0, 'outbox upgrade-paid');
  return orderNo;
}

const detail = (family: Family, orderNo = family.orderNo) => family.visitor.value('queryOrderDetail', { orderNo });
const plans = async (family: Family) =>
  (await family.visitor.value('selectListPolicy', {})).policies
    .map(({ planName, premiumFen }) => [planName, premiumFen] as const)
    .sort();

async function giveBack(family: Family, orderNo: string, policyNos: readonly string[], expectedFen: number) {
  shop.clock.advance(61_000);
  const choice = { orderNo, policyNos: [...policyNos], reason: 'not-needed' as const };
  const offer = await family.visitor.value('saveRefundSubmission', choice);
  expect(offer.amountFen).toBe(expectedFen);
  const code = newestCode(shop.sandbox, family.phone);
  return family.visitor.value('applyRefund', { ...choice, expectedFen, code, clientKey: key() });
}

async function settleRefunds(): Promise<void> {
  for (let round = 0; round < 12; round++) {
    shop.clock.advance(10_000);
    await runJobs(round % 2, 'refunds');
    await shop.sandbox.control.settle();
  }
}

async function booksAreRight(): Promise<void> {
  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  await runJobs(0, 'outbox policies-issued', 'ledger');
  const balance = await trialBalance(server.deps.database, shop.clock.now());
  expect(balance.totalFen).toBe(0);
  expect(balance.facts).toMatchObject({ overdue: 0, wrong: 0 });
}

const papersOf = async (family: Family, paper: 'policy' | 'voucher'): Promise<string> => {
  const answer = await family.visitor.raw(
    `/hmb-js26/api/v1/insure/order/downloadPolicy?orderNo=${family.orderNo}&policyNo=${family.policyNos[0]}&paper=${paper}`,
  );
  return (await readPdf(Buffer.from(await answer.arrayBuffer()))).text.replace(/\s/g, '');
};

test('an edition with two plans asks which one, and the server computes the sum of it', async () => {
  const first = resident(next++);
  const visitor = await loggedIn(shop, first);
  const memberIds = [await keep(visitor, first, '00')];
  expect((await save(visitor, memberIds)).envelope.code).toBe(400104);
  expect((await save(visitor, memberIds, 'golden')).envelope.code).toBe(400104);
  expect((await save(visitor, memberIds, 'upgraded')).envelope.result?.premiumFen).toBe(25_800);
  const { orders } = await visitor.value('queryOrders', {});
  expect(orders).toMatchObject([{ planName: '升级款', premiumFen: 25_800 }]);
});

test('the difference raises one of two policies, also when the server that took it ends before it is done', async () => {
  const family = await insured();
  const { visitor, orderNo, policyNos } = family;
  const [first = '', second = ''] = policyNos;
  const offer = await visitor.value('queryUpgrade', { orderNo });
  expect(offer).toMatchObject({
    notOffered: null,
    differenceFen: 10_000,
    fromPlan: { code: 'basic' },
    toPlan: { code: 'upgraded' },
    people: [{ why: null }, { why: null }],
  });
  expect(offer.adds.length).toBeGreaterThan(0);

  expect((await upgrade(family, [first], { expectedFen: 9_900 })).envelope.message).toContain('差价现在是 100.00 元');
  expect((await upgrade(family, [first], { agreedDocuments: [] })).envelope.code).toBe(400302);
  const clientKey = key();
  const both = await Promise.all([upgrade(family, [first], { clientKey }), upgrade(family, [first], { clientKey })]);
  const [order = ''] = [...new Set(both.map(({ envelope }) => envelope.result?.orderNo))];
  expect(both.map(({ envelope }) => envelope.code)).toEqual([200000, 200000]);
  expect((await upgrade(family, [first])).envelope.message).toContain('有一笔升级订单还没办完');
  expect((await visitor.value('queryUpgrade', { orderNo })).people).toMatchObject([
    { waitingOrderNo: order },
    { why: null },
  ]);
  expect((await visitor.value('isWaitPay', {})).order).toMatchObject({ orderNo: order, kind: 'upgrade' });

  await pay(visitor, order, shop.sandbox);
  expect(await visitor.value('queryInsureOrderCallback', { orderNo: order })).toMatchObject({
    payment: 'paid',
    kind: 'upgrade',
    policyCount: 1,
    issuedCount: 0,
  });
  // The first server has taken the money and does no more; the other one goes on, twice.
  await runJobs(1, 'outbox upgrade-paid', 'outbox upgrade-paid');
  expect(await plans(family)).toEqual([
    ['升级款', 25_800],
    ['基础款', 15_800],
  ]);
  expect((await detail(family)).people).toMatchObject([
    { premiumFen: 15_800, upgrade: { planName: '升级款', premiumFen: 10_000, orderNo: order } },
    { premiumFen: 15_800 },
  ]);
  expect(await detail(family, order)).toMatchObject({
    order: { kind: 'upgrade', status: 50, premiumFen: 10_000, planName: '升级款' },
    baseOrderNo: orderNo,
    people: [{ policyNo: first, premiumFen: 10_000 }],
  });
  const wide = orderNo.replace(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  for (const number of [orderNo, second, ` ${second.toLowerCase()} `, wide, `订单号：${orderNo}。`]) {
    expect((await visitor.value('queryOrders', { number })).orders).toMatchObject([{ orderNo }]);
  }
  const stranger = await loggedIn(shop, resident(next++));
  expect((await stranger.value('queryOrdersV2', { number: second })).orders).toEqual([]);
  expect((await stranger.call('queryUpgrade', { orderNo })).envelope.code).toBe(400104);

  const endorsement = (await detail(family)).people[0]?.upgrade?.endorsementNo as string;
  const policy = await papersOf(family, 'policy');
  for (const text of ['升级款', '¥258.00', '¥158.00', '¥100.00', endorsement, '60种药品'])
    expect(policy).toContain(text);
  const voucher = await papersOf(family, 'voucher');
  for (const text of ['258.00', '158.00元', '补100.00元', endorsement]) expect(voucher).toContain(text);
  expect(await visitor.value('queryCertificate', { orderNo: order })).toMatchObject({ orderNo, totalFen: 41_600 });
  const money = await visitor.value('queryOrderMoney', { orderNo: order });
  expect(money).toMatchObject({ chargedFen: 10_000, usedFen: 10_000 });
  expect(money.entries.map(({ title }) => title)).toContain('1 份保单已升级');

  // Nobody is covered a second time by it, and nobody can be.
  expect((await save(visitor, [family.memberIds[0] as string], 'upgraded')).envelope.code).toBe(400301);
  expect((await upgrade(family, [first])).envelope.message).toContain('已经升级');
  await booksAreRight();
});

test('while the sale stands still nothing is raised: the page says why, and what was begun before is still finished', async () => {
  const family = await insured();
  const { visitor, orderNo, policyNos } = family;
  const [first = '', second = ''] = policyNos;
  const begun = (await upgrade(family, [first])).envelope.result?.orderNo as string;
  const goOn = await stopSale(shop, two.editionCode);
  const sentence = '全省暂停参保：系统维护';
  expect((await visitor.value('queryUpgrade', { orderNo })).notOffered).toBe(sentence);
  const refused = (await upgrade(family, [second])).envelope;
  expect([refused.code, refused.message]).toEqual([400304, sentence]);
  await pay(visitor, begun, shop.sandbox);
  await runJobs(1, 'outbox upgrade-paid');
  expect((await detail(family, begun)).order.status).toBe(50);
  // What will be as true when it goes on is said first; that something has to be read once more is not.
  expect((await upgrade(family, [first])).envelope.message).toContain('已经升级');
  expect((await upgrade(family, ['P00000000000000000'])).envelope.code).not.toBe(400304);
  const unread = await upgrade(family, [second], { agreedDocuments: [], expectedFen: 1 });
  expect(unread.envelope.message).toBe(sentence);

  await goOn();
  const goOnHere = await stopSale(shop, two.editionCode, '320500');
  const here = (await upgrade(family, [second])).envelope;
  expect([here.code, here.message]).toEqual([
    400304,
    expect.stringMatching(/^苏州市暂停参保：系统维护。.*请到那时再升级$/),
  ]);
  await goOnHere();
  expect((await visitor.value('queryUpgrade', { orderNo })).notOffered).toBeNull();
  expect((await upgrade(family, [second])).envelope.code).toBe(200000);
});

test('an upgrade paid after it was cancelled, or by two ways, goes back; the policies stay as they are', async () => {
  const family = await insured();
  const { visitor, policyNos } = family;
  const [first = '', second = ''] = policyNos;
  const late = (await upgrade(family, [first])).envelope.result?.orderNo as string;
  const atProvider = await startPaying(visitor, late, shop.sandbox);
  await visitor.value('cancelOrder', { orderNo: late });
  expect((await visitor.value('closedOrders', {})).orders).toMatchObject([{ orderNo: late, kind: 'upgrade' }]);
  shop.sandbox.control.orders.act(atProvider, 'force-pay');
  await shop.sandbox.control.settle();

  const twice = (await upgrade(family, [second])).envelope.result?.orderNo as string;
  const byWechat = await startPaying(visitor, twice, shop.sandbox);
  await fetch((await visitor.value('alipayWapPay', { orderNo: twice })).payUrl);
  const { orders: alipay } = shop.sandbox.control.alipay;
  const byAlipay = alipay.list().find((trade) => trade.outTradeNo.startsWith(twice))?.outTradeNo as string;
  alipay.act(byAlipay, 'pay');
  await shop.sandbox.control.settle();
  shop.sandbox.control.orders.act(byWechat, 'force-pay');
  await shop.sandbox.control.settle();
  await runJobs(0, 'outbox upgrade-paid');
  await settleRefunds();

  expect((await detail(family, late)).order.status).toBe(62);
  expect(await visitor.value('queryOrderMoney', { orderNo: late })).toMatchObject({ usedFen: 0, returnedFen: 10_000 });
  expect((await detail(family, twice)).order.status).toBe(50);
  expect(await visitor.value('queryOrderMoney', { orderNo: twice })).toMatchObject({
    chargedFen: 20_000,
    usedFen: 10_000,
    returnedFen: 10_000,
  });
  expect(await plans(family)).toEqual([
    ['升级款', 25_800],
    ['基础款', 15_800],
  ]);
  await booksAreRight();
});

test('giving back an upgrade leaves the policy at the plan before; giving back the policy takes its upgrade along', async () => {
  const family = await insured();
  const { visitor, orderNo, policyNos } = family;
  const [first = '', second = ''] = policyNos;
  const order = await upgraded(family, policyNos);
  const alone = await visitor.value('queryRefundSubmission', { orderNo: order });
  expect(alone).toMatchObject({ kind: 'upgrade', people: [{ policyNo: first, amountFen: 10_000 }, {}] });
  expect(alone.consequence.title).toContain('回到原来的方案');
  expect(alone.reasons.map(({ value }) => value)).toEqual(['other-cover', 'not-needed', 'other']);
  const lowered = await giveBack(family, order, [first], 10_000);
  expect(lowered.steps[0]?.title).toBe('您申请了退回升级');
  const meanwhile = await detail(family, order);
  expect(meanwhile.people.map(({ givenBack, policyStatus }) => [givenBack, policyStatus])).toEqual([
    ['returning', 0],
    [undefined, 0],
  ]);
  expect(meanwhile.refundOffered).toBe(true);
  expect(meanwhile.payment).toMatchObject({ paidFen: 20_000, returningFen: 10_000, returnedFen: 0 });
  const offers = async () => (await visitor.value('queryRefundSubmission', { orderNo: order })).people;
  expect((await offers()).map(({ why }) => why)).toEqual(['升级正在退回', null]);
  await settleRefunds();
  expect((await offers()).map(({ why }) => why)).toEqual(['升级已退回', null]);
  expect((await detail(family, order)).people.map(({ givenBack }) => givenBack)).toEqual(['returned', undefined]);
  expect(await plans(family)).toEqual([
    ['升级款', 25_800],
    ['基础款', 15_800],
  ]);
  expect((await detail(family, order)).order.status).toBe(61);
  expect((await detail(family)).people.map(({ policyStatus }) => policyStatus)).toEqual([0, 0]);

  const whole = await giveBack(family, orderNo, [first, second], 41_600);
  expect(whole).toMatchObject({ amountFen: 31_600, alongside: [{ orderNo: order, amountFen: 10_000 }] });
  await settleRefunds();
  const [base, raised] = [await detail(family), await detail(family, order)];
  expect([base.order.status, raised.order.status]).toEqual([62, 62]);
  expect([base.refundOffered, raised.refundOffered]).toEqual([false, false]);
  const { refunds } = await visitor.value('queryRefundSubmission', { orderNo });
  expect(refunds[0]).toMatchObject({ status: 'SETTLED', alongside: [{ statusLabel: '已退款' }] });
  expect((await save(visitor, family.memberIds, 'basic')).envelope.code).toBe(200000);
  await booksAreRight();
});

test('a policy that is given back while its upgrade is paid is not raised: the difference goes back in full', async () => {
  const family = await insured();
  const [first = ''] = family.policyNos;
  const order = (await upgrade(family, family.policyNos)).envelope.result?.orderNo as string;
  await pay(family.visitor, order, shop.sandbox);
  await giveBack(family, family.orderNo, [first], 15_800);
  await runJobs(1, 'outbox upgrade-paid');
  expect((await detail(family, order)).order.status).toBe(85);
  await settleRefunds();
  expect((await detail(family, order)).order.status).toBe(62);
  expect(await family.visitor.value('queryOrderMoney', { orderNo: order })).toMatchObject({
    returnedFen: 20_000,
    usedFen: 0,
  });
  expect((await detail(family)).people.map(({ policyStatus }) => policyStatus)).toEqual([4, 0]);
  await booksAreRight();
});

test('the return of an upgrade is turned down only while its policy stands: with that it goes back', async () => {
  const core = shop.servers[0]?.deps;
  if (!core) throw new Error('no server');
  await seedStaffOfDemonstration(core);
  const finance = await signedIn(shop, 'caiwu01');
  const compliance = await signedIn(shop, 'hegui01');
  const family = await insured();
  const order = await upgraded(family, family.policyNos);
  const reviews = async (isOn: boolean) => {
    await core.database.query(`update editions set config_version = config_version + 1,
      document = document || '{"refundReview": ${isOn}}'`);
    for (const server of shop.servers) await server.deps.editions.refresh();
  };
  await reviews(true);
  const [first = '', second = ''] = family.policyNos;
  const { refundNo: ofUpgrade } = await giveBack(family, order, [first], 10_000);
  const { refundNo: ofOther } = await giveBack(family, order, [second], 10_000);
  const { refundNo: ofPolicy } = await giveBack(family, family.orderNo, [first], 15_800);
  const turnDown = (refundNos: string[]) => finance.call('returnRefunds', { refundNos, reason: '升级不能单独退' });
  // Neither while the policy is on its way back nor after it, and of several none.
  expect((await turnDown([ofOther, ofUpgrade])).message).toContain('保单也在退');
  const agree = async (refundNo: string) => {
    const { approvalNo } = await finance.value('agreeRefunds', { refundNos: [refundNo] });
    return compliance.value('decideApproval', { approvalNo, agree: true });
  };
  await agree(ofPolicy);
  await settleRefunds();
  expect((await detail(family)).people.map(({ policyStatus }) => policyStatus)).toEqual([4, 0]);
  expect((await turnDown([ofUpgrade])).message).toContain('保单也在退');
  expect((await turnDown([ofOther])).code).toBe(200000);
  await agree(ofUpgrade);
  await settleRefunds();
  expect((await detail(family, order)).people.map(({ givenBack }) => givenBack)).toEqual(['returned', undefined]);
  expect((await detail(family, order)).order.status).toBe(61);
  await reviews(false);
  await booksAreRight();
});

test('when the sale is over nothing is raised, and what was paid with it goes back as one', async () => {
  const family = await insured();
  const [first = '', second = ''] = family.policyNos;
  const order = await upgraded(family, [first]);
  shop.clock.set('2026-12-31T23:45:00+08:00');
  const visitor = await loggedIn(shop, { phone: family.phone });
  const here = { ...family, visitor };
  const unpaid = await upgrade(here, [second]);
  expect(unpaid.envelope.result?.expiresAtMs).toBe(Date.parse('2026-12-31T23:59:59+08:00'));
  const waiting = unpaid.envelope.result?.orderNo as string;
  const atProvider = await startPaying(visitor, waiting, shop.sandbox);
  shop.clock.set('2027-01-01T00:01:00+08:00');
  expect((await upgrade(here, [second])).envelope.message).toBe('保障已经开始，这一年不能再升级');
  expect((await visitor.value('queryUpgrade', { orderNo: family.orderNo })).notOffered).toContain('保障已经开始');
  expect((await detail(here)).upgradeOffered).toBe(false);
  await runJobs(0, 'order-expiry', 'order-expiry');
  shop.sandbox.control.orders.act(atProvider, 'force-pay');
  await shop.sandbox.control.settle();
  await runJobs(0, 'outbox upgrade-paid');
  await settleRefunds();
  expect(await visitor.value('queryOrderMoney', { orderNo: waiting })).toMatchObject({
    usedFen: 0,
    returnedFen: 10_000,
  });

  const alone = await visitor.value('queryRefundSubmission', { orderNo: order });
  expect(alone.people[0]?.why).toContain('升级不能单独退');
  expect((await detail(here, order)).refundOffered).toBe(false);
  // The edition says no cash value: both parts end together, for nothing.
  const whole = await giveBack(here, family.orderNo, [first], 0);
  expect(whole).toMatchObject({ amountFen: 0, alongside: [{ amountFen: 0 }] });
  await settleRefunds();
  expect((await detail(here, order)).order.status).toBe(62);
  expect((await detail(here)).people.map(({ policyStatus }) => policyStatus)).toEqual([4, 1]);
  await booksAreRight();
});
