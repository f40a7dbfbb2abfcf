import { expect, test } from 'vitest';
import type { SessionUser } from '../../http/handler.ts';
import type { CashierForm } from '../../ports/payment-provider.ts';
import { attemptsOf } from './attempt-store.ts';
import { alertKinds, factsOf, requestOf, type TestOrder, WINDOW_MS } from './testing/payment-bench.ts';
import { numberOf, orderOf, PAID, pay, setStage, stage, startJsapi, state, UNPAID } from './testing/payment-stage.ts';

setStage();

const MINUTE = 60_000;

/** Starts by UnionPay and submits the form, as the payer's browser would; answers the form and the cashier's page. */
async function startUnionpay(user: SessionUser, order: TestOrder, returnQuery = '') {
  const reply = await stage.server.call<CashierForm>(
    'unionpayWapPay',
    { orderNo: order.orderNo, returnQuery },
    requestOf(user),
  );
  if (!reply.ok) throw new Error(`unionpayWapPay: ${reply.name} ${reply.message}`);
  const { action, fields } = reply.value;
  const page = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) });
  const html = await page.text();
  expect(page.status, html).toBe(200);
  return { fields, html };
}

/** The form that goes back to the shop after a button was pressed at the cashier. */
async function press(html: string, action: string): Promise<string> {
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1] as string;
  const body = new URLSearchParams({ token, action });
  const page = await (await fetch(`${stage.sandbox.origin}/unionpay/cashier`, { method: 'POST', body })).text();
  const plain = (value: string) =>
    value.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return new URLSearchParams(fields.map(([, name, value]) => [name as string, plain(value as string)])).toString();
}

type Action = Parameters<typeof stage.sandbox.control.unionpay.orders.act>[1];

/** Something happens at UnionPay, and its notices that are due arrive. */
async function act(order: TestOrder, attemptNo: number, action: Action): Promise<void> {
  stage.sandbox.control.unionpay.orders.act(numberOf(order, attemptNo), action);
  await stage.sandbox.control.settle();
}

async function attempts(order: TestOrder): Promise<[string, string][]> {
  const rows = await attemptsOf(stage.server.deps.database.query, order.shard, order.id);
  return rows.map(({ provider, state: at }) => [provider, at]);
}

type FaultKind = Parameters<typeof stage.sandbox.control.faults.add>[0]['kind'];

/** A fault of the order's first attempt. */
function fault(order: TestOrder, kind: FaultKind, call: string, times = 1, args = {}): void {
  const match = { outTradeNo: numberOf(order) };
  stage.sandbox.control.faults.add({ provider: 'unionpay', kind, call, times, match, args });
}

/** Refunds of the order's payments, as UnionPay has them. */
function refundsAtUnionpay(order: TestOrder) {
  const { orders, refunds } = stage.sandbox.control.unionpay;
  const paid = orders.list().filter((one) => one.orderId.startsWith(order.orderNo));
  return refunds.list().filter((one) => paid.some(({ queryId }) => queryId === one.origQryId));
}

/** Both clocks move on, and what falls due at UnionPay happens. */
async function later(ms: number): Promise<void> {
  stage.clock.advance(ms);
  await stage.sandbox.control.settle();
}

test('started, paid, told by notice, answered with 200', async () => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  expect(await state(user, order)).toMatchObject({ payment: 'unpaid', status: 20 });
  await act(order, 1, 'pay');
  const notices = stage.sandbox.control.unionpay.notifications.list();
  const [notice] = notices.filter((row) => row.outTradeNo === numberOf(order));
  expect(notice?.attempts.map((attempt) => attempt.status)).toEqual([200]);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
  expect(await attempts(order)).toEqual([['unionpay', 'SUCCESS']]);
  expect(await state(user, order)).toMatchObject({ payment: 'paid', status: 30 });
});

test('the browser’s return is a hint: signed, it leads to the waiting page with what the payer came with', async () => {
  const { user, order } = await orderOf();
  const { fields, html } = await startUnionpay(user, order, 'shareCode=S1&agentCode=A1&evil=1');
  expect(fields.frontUrl).toBe('http://localhost:3149/pay/unionpay/return');
  expect(fields.frontFailUrl).toBe(`http://localhost:3149/#/pay?orderNo=${order.orderNo}&shareCode=S1&agentCode=A1`);
  expect(fields.backUrl).toBe(`${stage.server.noticeOrigin}/hmb-js26/api/unionpay/notify`);
  fault(order, 'notify_lost', 'notify', 50);
  const sent = await press(html, 'pay');
  const back = (form: string) => stage.server.submit('/pay/unionpay/return', form);
  expect(await back(sent)).toEqual({
    status: 303,
    location: `/#/payLoading?orderNo=${order.orderNo}&shareCode=S1&agentCode=A1`,
  });
  expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
  for (const changed of ['', 'orderId=%zz', sent.replace('respCode=00', 'respCode=01')]) {
    expect(await back(changed)).toEqual({ status: 303, location: '/#/orders' });
  }
  expect(await state(user, order)).toMatchObject({ payment: 'paid' });
});

test('while the bank is at work it is neither paid nor free to be paid again; then it is paid', async () => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  await act(order, 1, 'submit');
  expect(await state(user, order)).toMatchObject({ payment: 'confirming' });
  for (const call of ['jsapiPay', 'cancelOrder']) {
    const reply = await stage.server.call(call, { orderNo: order.orderNo }, requestOf(user, stage.openId));
    expect(reply).toMatchObject({ ok: false, name: 'payment-unclear' });
  }
  await later(WINDOW_MS);
  await stage.server.runJob('order-expiry');
  expect(await factsOf(stage.server, order)).toMatchObject({ ...UNPAID, status: expect.toSatisfy((one) => one < 30) });
  fault(order, 'notify_lost', 'notify', 50);
  stage.sandbox.control.unionpay.settle(numberOf(order));
  await later(10 * MINUTE);
  await stage.server.runJob('hanging-payments');
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('a failed try leaves the order payable, and the next one on the same page pays it', async () => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  await act(order, 1, 'balance-short');
  expect(await state(user, order)).toMatchObject({ payment: 'unpaid', status: 20 });
  await act(order, 1, 'pay');
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('started again at once it goes on with the same number, much later with a new one', async () => {
  const { user, order } = await orderOf();
  const first = await startUnionpay(user, order);
  expect((await startUnionpay(user, order)).fields).toEqual(first.fields);
  await later(20 * MINUTE);
  const second = await startUnionpay(user, order);
  expect(second.fields.orderId).toBe(numberOf(order, 2));
  expect(await attempts(order)).toEqual([
    ['unionpay', 'CLOSED'],
    ['unionpay', 'WAITING'],
  ]);
  // The first page is still open in another tab.
  await act(order, 1, 'pay');
  expect(await factsOf(stage.server, order)).toEqual(PAID);
  await act(order, 2, 'pay');
  await stage.server.runJob('refunds');
  await later(3_000);
  expect(await factsOf(stage.server, order)).toEqual({
    ...PAID,
    surplusPayments: 1,
    refunds: [{ state: 'SETTLED', amount_fen: order.premiumFen }],
  });
});

test('switching to another provider is possible at once; paid at both, the second money goes back in full', async () => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  await startJsapi(user, order);
  expect(await attempts(order)).toEqual([
    ['unionpay', 'CLOSED'],
    ['wechat-pay', 'WAITING'],
  ]);
  await pay(order, 2);
  await act(order, 1, 'pay');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 30, premiumPayments: 1, surplusPayments: 1 });
  await stage.server.runJob('refunds');
  await later(3_000);
  expect(refundsAtUnionpay(order)).toMatchObject([{ txnFen: order.premiumFen, respCode: '00' }]);
  expect(await factsOf(stage.server, order)).toMatchObject({ refunds: [{ state: 'SETTLED' }] });
  expect(await alertKinds(stage.server, order)).toContain('payment-surplus');
});

test('the notice of money that came by a page left behind is lost: the question after its time finds it', async () => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  await startJsapi(user, order);
  await pay(order, 2);
  await later(WINDOW_MS / 2);
  // Its page can still be paid on, so this must not have been the last question.
  await stage.server.runJob('hanging-payments');
  fault(order, 'notify_lost', 'notify', 50);
  await act(order, 1, 'pay');
  expect(await factsOf(stage.server, order)).toEqual(PAID);
  stage.sandbox.control.faults.remove();
  await later(WINDOW_MS);
  await stage.server.runJob('hanging-payments');
  await stage.server.runJob('refunds');
  await later(3_000);
  expect(await factsOf(stage.server, order)).toMatchObject({
    premiumPayments: 1,
    surplusPayments: 1,
    refunds: [{ state: 'SETTLED', amount_fen: order.premiumFen }],
  });
});

test('switching after the money moved: the second start finds the first payment', async () => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  fault(order, 'notify_lost', 'notify', 50);
  await act(order, 1, 'pay');
  const reply = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
  expect(reply).toMatchObject({ ok: false, name: 'order-state' });
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('switching while UnionPay does not answer: no second cashier', async () => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  fault(order, 'http_500', 'order.query', 50);
  const reply = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
  expect(reply).toMatchObject({ ok: false, name: 'payment-unclear' });
  expect(await attempts(order)).toEqual([['unionpay', 'WAITING']]);
});

test('nobody submits: the order expires, its people are free, and the page cannot be paid on any more', async () => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  await later(WINDOW_MS);
  await stage.server.runJob('order-expiry');
  await stage.server.runJob('order-expiry');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 71, claims: 0 });
  expect(() => stage.sandbox.control.unionpay.orders.act(numberOf(order), 'pay')).toThrow();
  await act(order, 1, 'force-pay');
  await stage.server.runJob('refunds');
  await later(3_000);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
});

async function closedThenPaid(): Promise<TestOrder> {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 70 });
  await act(order, 1, 'pay');
  return order;
}

test('a refund whose answer and notice got lost is found under its number and time, however late', async () => {
  const order = await closedThenPaid();
  fault(order, 'timeout_after', 'refund.create', 50, { reset: true });
  fault(order, 'notify_lost', 'notify', 50);
  await stage.server.runJob('refunds');
  expect((await factsOf(stage.server, order)).refunds).toMatchObject([{ state: 'CREATED' }]);
  await later(60 * MINUTE);
  await stage.server.runJob('refunds');
  expect((await factsOf(stage.server, order)).refunds).toMatchObject([{ state: 'SETTLED' }]);
  expect(refundsAtUnionpay(order)).toHaveLength(1);
});

test('a refund that never got there is sent under a new time once the old one cannot be taken any more', async () => {
  const order = await closedThenPaid();
  fault(order, 'http_500', 'refund.create', 50);
  await stage.server.runJob('refunds');
  stage.sandbox.control.faults.remove();
  await later(60 * MINUTE);
  // First it is made certain that there is none.
  await stage.server.runJob('refunds');
  expect(refundsAtUnionpay(order)).toEqual([]);
  await later(10 * MINUTE);
  await stage.server.runJob('refunds');
  await later(3_000);
  expect(refundsAtUnionpay(order)).toMatchObject([{ txnFen: order.premiumFen, respCode: '00' }]);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
});

test('a refund that the bank does not take goes again under another number', async () => {
  const order = await closedThenPaid();
  fault(order, 'refund_fail', 'refund.create');
  await stage.server.runJob('refunds');
  await later(10 * MINUTE);
  await stage.server.runJob('refunds');
  expect((await factsOf(stage.server, order)).refunds).toMatchObject([{ state: 'CLOSED' }]);
  await later(10 * MINUTE);
  for (let round = 0; round < 3; round++) {
    await stage.server.runJob('refunds');
    await later(MINUTE);
  }
  expect((await factsOf(stage.server, order)).refunds).toMatchObject([{ state: 'SETTLED' }]);
  expect(refundsAtUnionpay(order).map(({ orderId }) => orderId.slice(-2))).toEqual(['51', '02']);
});

test.each(['notify_foreign_cert', 'notify_bad_sign', 'notify_tampered', 'notify_wrong_merchant'] as const)(
  '%s pays nothing; the question to UnionPay does',
  async (kind) => {
    const { user, order } = await orderOf();
    await startUnionpay(user, order);
    fault(order, kind, 'notify', 50);
    await act(order, 1, 'pay');
    expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
    expect(await state(user, order)).toMatchObject({ payment: 'paid' });
  },
);

test.each([
  ['notify_wrong_amount', 'payment-amount'],
  ['notify_wrong_currency', 'payment-currency'],
] as const)('%s, truly signed, pays nothing and is reported', async (kind, alert) => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  fault(order, kind, 'notify', 50);
  await act(order, 1, 'pay');
  expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
  expect(await alertKinds(stage.server, order)).toEqual([alert]);
});

test('the same notice many times over pays once', async () => {
  const { user, order } = await orderOf();
  await startUnionpay(user, order);
  fault(order, 'notify_dup', 'notify', 1, { copies: 5 });
  await act(order, 1, 'pay');
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('a forged return changes nothing', async () => {
  const { user, order } = await orderOf();
  const { html } = await startUnionpay(user, order);
  fault(order, 'return_forged', 'cashier');
  expect(await stage.server.submit('/pay/unionpay/return', await press(html, 'pay'))).toEqual({
    status: 303,
    location: '/#/orders',
  });
  expect(await state(user, order)).toMatchObject({ payment: 'unpaid' });
  expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
});

test('inside WeChat it is said where it works', async () => {
  const { user, order } = await orderOf();
  const inWechat = requestOf(user, null, 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.2');
  expect(await stage.server.call('unionpayWapPay', { orderNo: order.orderNo }, inWechat)).toMatchObject({
    ok: false,
    name: 'payment-method',
    message: '银联云闪付要在手机浏览器里打开后付款',
  });
});
