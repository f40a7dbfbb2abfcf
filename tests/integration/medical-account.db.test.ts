import type { Person } from '@huimin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ownCopy } from './own-copy.ts';
import { openShop, placeOrder, resident, type Shop, type Visitor } from './shop.ts';

const MINUTE = 60_000;
let shop: Shop;
let nextResident = 600;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
});
afterAll(() => shop?.close());
afterEach(() => {
  shop.sandbox.control.faults.remove();
});

const centre = () => shop.sandbox.control.medicalAccount;
type FaultRequest = Parameters<Shop['sandbox']['control']['faults']['add']>[0];
const fault = (request: Omit<FaultRequest, 'provider'>) =>
  shop.sandbox.control.faults.add({ provider: 'medical-account', ...request });

interface Payer {
  readonly person: Person;
  readonly visitor: Visitor;
  readonly orderNo: string;
}

/** Somebody new who has an order to pay. */
async function payer(): Promise<Payer> {
  const person = resident(nextResident++);
  const visitor = shop.visitor();
  await visitor.logIn(person);
  const { orderNo } = await placeOrder(visitor, [person]);
  return { person, visitor, orderNo };
}

const query = (text: string, values: unknown[] = []) =>
  (shop.servers[0] as (typeof shop.servers)[number]).deps.database.query<Record<string, unknown>>(text, values);

const isOpen = ({ visitor, orderNo }: Payer) => visitor.value('medicalAccountIsOpen', { orderNo, consent: true });

/** Agrees, is asked about, gets the bureau's page; answers its token. */
async function pageToken({ visitor, orderNo }: Payer, returnQuery?: string): Promise<string> {
  expect(await visitor.value('medicalAccountIsOpen', { orderNo, consent: true })).toMatchObject({ open: true });
  const { permissionUrl } = await visitor.value('medicalAccountPermission', {
    orderNo,
    ...(returnQuery === undefined ? {} : { returnQuery }),
  });
  return new URL(permissionUrl as string).searchParams.get('token') as string;
}

/** Presses a button of one of the bureau's pages; answers where the browser is sent. */
async function press(page: 'authorise' | 'cashier', fields: Record<string, string>): Promise<URL> {
  const answer = await fetch(`${shop.sandbox.origin}/medical-account/${page}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  });
  return new URL(answer.headers.get('location') as string);
}

/** What the browser brought back from the page of permission. */
const broughtBy = (back: URL) => ({
  appId: back.searchParams.get('appId') as string,
  encData: back.searchParams.get('encData') as string,
});

async function permit(who: Payer, result: 'OK' | 'CANCEL' = 'OK'): Promise<URL> {
  const back = await press('authorise', { token: await pageToken(who), result });
  await shop.sandbox.control.settle();
  return back;
}

/** Starts the payment; answers the cashier's token. */
async function start({ visitor, orderNo }: Payer): Promise<string> {
  const { payUrl } = await visitor.value('medicalAccountWapPay', { orderNo });
  return new URL(payUrl).searchParams.get('token') as string;
}

const ordersOf = ({ orderNo }: Payer) =>
  centre()
    .orders.list()
    .filter((order) => order.outTradeNo.startsWith(orderNo));
const state = ({ visitor, orderNo }: Payer) => visitor.value('queryInsureOrder', { orderNo });
/** Half a minute later: what was asked a moment ago is asked again. */
async function later(ms = 3_000): Promise<void> {
  shop.clock.advance(ms);
  await shop.sandbox.control.settle();
}
async function runJobs(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const { built } of shop.servers) for (const job of built.jobs) await job.run();
  }
}
function account({ person }: Payer, change: object): void {
  const known = centre().accounts.find(person.idNumber);
  const first = { idNo: person.idNumber, userName: person.name, insuPlc: '320500', accountOpen: true } as const;
  centre().accounts.set({ ...first, closedReason: '40301', balanceFen: 500_000, ...known, ...change });
}
const balanceOf = ({ person }: Payer) => centre().accounts.find(person.idNumber)?.balanceFen;
const alerts = async (who: Payer) =>
  query('select kind from operator_alerts where details::text like $1', [`%${who.orderNo}%`]);

test('offered; asked, permitted, paid from the account, back by itself, insured; nothing of the payer in clear', async () => {
  const who = await payer();
  const { visitor, orderNo, person } = who;
  expect((await visitor.value('productInfo', {})).payList.map(({ value }) => value)).toContain('xmybpay');
  expect(await isOpen(who)).toEqual({ open: true, place: '苏州 - 市区', message: '' });
  const token = await pageToken(who, 'shareCode=S9&evil=1');
  const back = await press('authorise', { token, result: 'OK' });
  await shop.sandbox.control.settle();

  const permitted = await visitor.raw(`${back.pathname}${back.search}`);
  expect(permitted.status).toBe(303);
  const [page, carried = ''] = (permitted.headers.get('location') as string).split('?');
  expect(page).toBe('/#/pay');
  expect(Object.fromEntries(new URLSearchParams(carried))).toEqual({ orderNo, shareCode: 'S9', ...broughtBy(back) });
  expect(await visitor.value('medicalAccountAuthorised', broughtBy(back))).toEqual({ orderNo, state: 'granted' });

  const { payUrl } = await visitor.value('medicalAccountWapPay', { orderNo, returnQuery: 'shareCode=S9' });
  const cashier = new URL(payUrl).searchParams.get('token') as string;
  const paid = await press('cashier', { token: cashier, action: 'pay' });
  const waiting = await visitor.raw(`${paid.pathname}${paid.search}`);
  expect(waiting.headers.get('location')).toBe(`/#/payLoading?orderNo=${orderNo}&shareCode=S9`);
  await shop.sandbox.control.settle();
  expect(await state(who)).toMatchObject({ payment: 'paid' });
  await runJobs();
  expect(await state(who)).toMatchObject({ issuedCount: 1 });
  expect(balanceOf(who)).toBe(484_200);
  expect((await ownCopy(shop, visitor, person)).rowsOf('医保账户授权')).toMatchObject([{ 订单号: orderNo }]);

  const [order] = ordersOf(who);
  const stored = await query(
    `select row_to_json(p)::text as text from medical_permissions p union all
     select row_to_json(a)::text from payment_attempts a union all select row_to_json(n)::text from payment_notices n`,
  );
  const everything = JSON.stringify([stored, shop.logged]);
  const payAuthNo = centre()
    .authorisations.list()
    .find((row) => row.usedBy === order?.outTradeNo)?.payAuthNo;
  for (const secret of [person.idNumber, person.name, payAuthNo as string]) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test.each([
  [{ accountOpen: false }, '当前参保地暂未开通个账支付（苏州 - 市区），请更换支付方式'],
  [{ balanceFen: 0 }, '个人账户余额不足，请更换支付方式'],
  [{ accountOpen: false, closedReason: '42202' }, '没有查到您在江苏省的医保个人账户，请更换支付方式'],
  [{ accountOpen: false, closedReason: '50001' }, '医保系统现在不办理个账支付，请更换支付方式，或者晚些再试'],
])('an account with %j is refused in plain words', async (change, message) => {
  const who = await payer();
  account(who, change);
  expect(await isOpen(who)).toEqual({ open: false, place: '苏州 - 市区', message });
});

test('nobody is asked about without the payer’s consent, and nobody but the owner of the order may ask', async () => {
  const who = await payer();
  const { visitor, orderNo } = who;
  const refused = await visitor.call('medicalAccountPermission', { orderNo });
  expect(refused.envelope).toMatchObject({ code: 400404, message: '请先同意查询医保个人账户，再付款' });
  for (const consent of ['false', '']) {
    const answer = await visitor.raw(`/hmb-js26/api/jsybpay/isOpen?orderNo=${orderNo}&consent=${consent}&t=1`);
    expect(await answer.json()).toMatchObject({ code: 400100 });
  }
  expect(centre().accounts.find(who.person.idNumber)).toBeUndefined();
  const other = await payer();
  for (const name of ['medicalAccountPermission', 'medicalAccountWapPay', 'medicalAccountSettlement'] as const) {
    expect((await other.visitor.call(name, { orderNo })).envelope.code).toBe(400104);
  }
  expect((await other.visitor.call('medicalAccountIsOpen', { orderNo, consent: true })).envelope.code).toBe(400104);
});

test('a bureau that says nothing is no answer: nothing is charged, and it may be asked again', async () => {
  const who = await payer();
  for (const kind of ['http_500', 'bad_response_sign'] as const) {
    fault({ kind, call: 'account.query', times: 3 });
    const { envelope } = await who.visitor.call('medicalAccountIsOpen', { orderNo: who.orderNo, consent: true });
    expect(envelope).toMatchObject({ code: 500201, message: expect.stringContaining('没有扣款') });
    shop.sandbox.control.faults.remove();
  }
  expect(await isOpen(who)).toMatchObject({ open: true });
});

test('questions are limited per hour', async () => {
  const who = await payer();
  for (let asked = 0; asked < 20; asked++) await isOpen(who);
  const { envelope } = await who.visitor.call('medicalAccountIsOpen', { orderNo: who.orderNo, consent: true });
  expect(envelope.code).toBe(400129);
});

test('a forged return proves nothing: only the bureau’s own notice counts', async () => {
  const who = await payer();
  const { visitor, orderNo } = who;
  fault({ kind: 'return_forged', call: 'authorise' });
  const back = await permit(who);
  expect(await visitor.value('medicalAccountAuthorised', broughtBy(back))).toEqual({ orderNo, state: 'waiting' });
  expect((await visitor.call('medicalAccountWapPay', { orderNo })).envelope.code).toBe(400404);
  expect(ordersOf(who)).toEqual([]);
  // Of somebody else, changed, or made up: not found, and the browser is sent to the orders.
  const other = await payer();
  expect((await other.visitor.call('medicalAccountAuthorised', broughtBy(back))).envelope.code).toBe(400104);
  const { appId, encData } = broughtBy(back);
  const changed = { appId, encData: `${encData.slice(0, -32)}${'0'.repeat(32)}` };
  expect((await visitor.call('medicalAccountAuthorised', changed)).envelope.code).toBe(400104);
  const made = await visitor.raw(`${back.pathname}?${new URLSearchParams(changed)}`);
  expect(made.headers.get('location')).toBe('/#/orders');
});

test('declined: said so, nothing is charged, another permission may be asked for', async () => {
  const who = await payer();
  const back = await permit(who, 'CANCEL');
  expect(await who.visitor.value('medicalAccountAuthorised', broughtBy(back))).toMatchObject({ state: 'declined' });
  expect((await who.visitor.call('medicalAccountWapPay', { orderNo: who.orderNo })).envelope.code).toBe(400404);
  await permit(who);
  await press('cashier', { token: await start(who), action: 'pay' });
  await shop.sandbox.control.settle();
  expect(await state(who)).toMatchObject({ payment: 'paid' });
});

test.each(['notify_lost', 'notify_dup', 'notify_bad_sign', 'notify_foreign_cert', 'notify_tampered'] as const)(
  'a notice of permission with %s',
  async (kind) => {
    const who = await payer();
    fault({ kind, call: 'notify' });
    const back = await permit(who);
    const first = kind === 'notify_dup' ? 'granted' : 'waiting';
    expect(await who.visitor.value('medicalAccountAuthorised', broughtBy(back))).toMatchObject({ state: first });
    expect(
      centre()
        .notifications.list()
        .flatMap((row) => row.attempts)
        .filter((one) => one.violation),
    ).toEqual([]);
    // The bureau tells again.
    await later(MINUTE);
    expect(await who.visitor.value('medicalAccountAuthorised', broughtBy(back))).toMatchObject({ state: 'granted' });
  },
);

test('a permission ends after ten minutes, and is asked for anew', async () => {
  const who = await payer();
  const back = await permit(who);
  expect(await who.visitor.value('medicalAccountPermission', { orderNo: who.orderNo })).toEqual({
    permissionUrl: null,
  });
  await later(10 * MINUTE);
  expect(await who.visitor.value('medicalAccountAuthorised', broughtBy(back))).toMatchObject({ state: 'expired' });
  expect((await who.visitor.call('medicalAccountWapPay', { orderNo: who.orderNo })).envelope.code).toBe(400404);
  await permit(who);
  await press('cashier', { token: await start(who), action: 'pay' });
  await shop.sandbox.control.settle();
  expect(await state(who)).toMatchObject({ payment: 'paid' });
});

test('a permission is good for one payment: after another way was tried, a new one is needed', async () => {
  const who = await payer();
  await permit(who);
  await start(who);
  await who.visitor.value('wechatWapPay', { orderNo: who.orderNo });
  expect(ordersOf(who).map((order) => order.tradeStatus)).toEqual(['CLOSED']);
  expect((await who.visitor.call('medicalAccountWapPay', { orderNo: who.orderNo })).envelope.code).toBe(400404);
});

test('a permission the bureau does not know any more: nothing charged, no alarm, asked for anew', async () => {
  const who = await payer();
  await permit(who);
  const asked = centre().authorisations.list().at(-1);
  const before = shop.sandbox.clock.now();
  // Used up at the bureau by a payment that we have never heard of.
  Object.assign(asked as object, { usedBy: 'OTHER00001', payAuthExpiresAtMs: before });
  const { envelope } = await who.visitor.call('medicalAccountWapPay', { orderNo: who.orderNo });
  expect(envelope).toMatchObject({ code: 400404, message: '授权已经用过或者过期了，没有扣款，请重新授权' });
  expect(await state(who)).toMatchObject({ payment: 'unpaid' });
  expect(await alerts(who)).toEqual([]);
  expect((await who.visitor.value('medicalAccountPermission', { orderNo: who.orderNo })).permissionUrl).not.toBeNull();
});

test('a balance that is short is said; the order is kept and paid another way', async () => {
  const who = await payer();
  await permit(who);
  account(who, { balanceFen: 15_799 });
  const { envelope } = await who.visitor.call('medicalAccountWapPay', { orderNo: who.orderNo });
  expect(envelope).toMatchObject({ code: 400401, message: '个人账户余额不足，请更换支付方式' });
  expect(await alerts(who)).toEqual([]);
  expect(await state(who)).toMatchObject({ payment: 'unpaid' });
  await who.visitor.value('wechatWapPay', { orderNo: who.orderNo });
  // At the cashier too, where the money may have gone elsewhere meanwhile.
  const second = await payer();
  await permit(second);
  await press('cashier', { token: await start(second), action: 'balance-short' });
  await later();
  expect(await state(second)).toMatchObject({ payment: 'unpaid' });
  await second.visitor.value('wechatWapPay', { orderNo: second.orderNo });
});

test('pressed twice, in two tabs, with lost answers: one order at the bureau', async () => {
  const who = await payer();
  await permit(who);
  fault({ kind: 'timeout_after', call: 'order.create', args: { reset: true } });
  fault({ kind: 'core_timeout', call: 'order.create' });
  const urls = await Promise.all([1, 2].map(() => who.visitor.value('medicalAccountWapPay', { orderNo: who.orderNo })));
  expect(urls.every(({ payUrl }) => payUrl.startsWith(shop.sandbox.origin))).toBe(true);
  expect(ordersOf(who)).toHaveLength(1);
  await start(who);
  expect(ordersOf(who)).toHaveLength(1);
  expect(await who.visitor.value('medicalAccountPermission', { orderNo: who.orderNo })).toEqual({
    permissionUrl: null,
  });
});

test.each([
  ['SUCCESS', 'paid'],
  ['FAIL', 'unpaid'],
] as const)('while the insurance core is at work nobody pays twice; it ends as %s', async (outcome, payment) => {
  const who = await payer();
  await permit(who);
  fault({ kind: 'core_timeout', call: 'cashier', args: { outcome, delayMs: 5 * MINUTE } });
  await press('cashier', { token: await start(who), action: 'pay' });
  await later();
  expect(await state(who)).toMatchObject({ payment: 'confirming' });
  for (const name of ['wechatWapPay', 'cancelOrder'] as const) {
    expect((await who.visitor.call(name, { orderNo: who.orderNo })).envelope.code).toBe(400402);
  }
  fault({ kind: 'notify_lost', call: 'notify', times: 20 });
  await later(5 * MINUTE);
  expect(await state(who)).toMatchObject({ payment });
  if (payment === 'unpaid') await who.visitor.value('wechatWapPay', { orderNo: who.orderNo });
});

test.each([
  ['notify_wrong_amount', 'payment-amount'],
  ['notify_wrong_merchant', 'payment-notice-content'],
] as const)('a notice with %s changes nothing and tells the operators', async (kind, alert) => {
  const who = await payer();
  await permit(who);
  const token = await start(who);
  const kinds = async () => (await query('select kind from operator_alerts')).map((row) => row.kind);
  const before = (await kinds()).filter((one) => one === alert).length;
  fault({ kind, call: 'notify' });
  await press('cashier', { token, action: 'pay-no-return' }).catch(() => undefined);
  await shop.sandbox.control.settle();
  expect((await kinds()).filter((one) => one === alert)).toHaveLength(before + 1);
  const rows = await query('select status from orders where status >= 30 and paid_at is not null');
  await later();
  expect(await state(who)).toMatchObject({ payment: 'paid' });
  expect(await query('select status from orders where status >= 30 and paid_at is not null')).toHaveLength(
    rows.length + 1,
  );
});

test('money after the close goes back to the account, and nowhere else', async () => {
  const who = await payer();
  await permit(who);
  await start(who);
  await who.visitor.value('cancelOrder', { orderNo: who.orderNo });
  const [order] = ordersOf(who);
  centre().orders.act(order?.outTradeNo as string, 'force-pay');
  await shop.sandbox.control.settle();
  expect(balanceOf(who)).toBe(484_200);
  await runJobs();
  const refunds = () =>
    centre()
      .refunds.list()
      .filter((refund) => refund.outTradeNo === order?.outTradeNo);
  expect(refunds()).toMatchObject([{ accountFen: 15_800, refStatus: 'PROC' }]);
  await later();
  expect(refunds()).toMatchObject([{ refStatus: 'SUCC' }]);
  expect(balanceOf(who)).toBe(500_000);
  const stored = await query('select state, amount_fen from refunds where refund_no = $1', [refunds()[0]?.appRefdSn]);
  expect(stored).toEqual([{ state: 'SETTLED', amount_fen: 15_800 }]);
});

test('what the insurance booked is shown to the owner; of another payment there is nothing', async () => {
  const who = await payer();
  await permit(who);
  await press('cashier', { token: await start(who), action: 'pay' });
  await shop.sandbox.control.settle();
  const { lines } = await who.visitor.value('medicalAccountSettlement', { orderNo: who.orderNo });
  expect(lines).toMatchObject([{ itemName: '补充医疗保险保费', amountFen: 15_800, accountFen: 15_800, ownFen: 0 }]);
  const other = await payer();
  const { envelope } = await other.visitor.call('medicalAccountSettlement', { orderNo: other.orderNo });
  expect(envelope).toMatchObject({ code: 400104, message: '这笔订单没有用医保个人账户付款' });
});
