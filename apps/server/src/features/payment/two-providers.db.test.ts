import { expect, test } from 'vitest';
import type { SessionUser } from '../../http/handler.ts';
import { attemptsOf } from './attempt-store.ts';
import { refundUnissuable } from './refund-unissuable.ts';
import { alertKinds, factsOf, requestOf, type TestOrder, WINDOW_MS } from './testing/payment-bench.ts';
import { numberOf, orderOf, PAID, pay, setStage, stage, startJsapi, state, UNPAID } from './testing/payment-stage.ts';

setStage();

const IN_ALIPAY = 'Mozilla/5.0 (Linux; Android 14) AlipayClient/10.5.0';
const IN_WECHAT = 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.2';

/** Starts by Alipay and opens its page, as the payer's browser would. */
async function startAlipay(user: SessionUser, order: TestOrder, returnQuery = ''): Promise<URL> {
  const reply = await stage.server.call<{ payUrl: string }>(
    'alipayWapPay',
    { orderNo: order.orderNo, returnQuery },
    requestOf(user),
  );
  if (!reply.ok) throw new Error(`alipayWapPay: ${reply.name} ${reply.message}`);
  const page = await fetch(reply.value.payUrl);
  expect(page.status, await page.text()).toBe(200);
  return new URL(reply.value.payUrl);
}

async function payByAlipay(order: TestOrder, attemptNo: number, action: 'pay' | 'force-pay' = 'pay'): Promise<void> {
  stage.sandbox.control.alipay.orders.act(numberOf(order, attemptNo), action);
  await stage.sandbox.control.settle();
}

async function attempts(order: TestOrder): Promise<[string, string][]> {
  const rows = await attemptsOf(stage.server.deps.database.query, order.shard, order.id);
  return rows.map(({ provider, state: at }) => [provider, at]);
}

type FaultKind = Parameters<typeof stage.sandbox.control.faults.add>[0]['kind'];

/** A fault of the order's first attempt; a notice is sent three times at once, so it strikes more than once. */
function fault(order: TestOrder, kind: FaultKind, call: string, times = 1): void {
  stage.sandbox.control.faults.add({ provider: 'alipay', kind, call, times, match: { outTradeNo: numberOf(order) } });
}

test('by Alipay: started, paid, told by notice, answered with exactly what Alipay wants', async () => {
  const { user, order } = await orderOf();
  await startAlipay(user, order);
  expect(await state(user, order)).toMatchObject({ payment: 'unpaid', status: 20 });
  await payByAlipay(order, 1);
  const [notice] = stage.sandbox.control.alipay.notifications
    .list()
    .filter((row) => row.outTradeNo === numberOf(order));
  expect(notice?.attempts.map((attempt) => attempt.status)).toEqual([200]);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
  expect(await attempts(order)).toEqual([['alipay', 'SUCCESS']]);
  expect(await state(user, order)).toMatchObject({ payment: 'paid', status: 30 });
});

test('the browser’s return is a hint: signed, it leads to the waiting page with what the payer came with', async () => {
  const { user, order } = await orderOf();
  const url = await startAlipay(user, order, 'shareCode=S1&agentCode=A1&evil=1');
  const content = JSON.parse(url.searchParams.get('biz_content') as string);
  expect(content.quit_url).toBe(`http://localhost:3149/#/pay?orderNo=${order.orderNo}&shareCode=S1&agentCode=A1`);
  expect(url.searchParams.get('return_url')).toBe('http://localhost:3149/pay/alipay/return');
  // A return before any payment, correctly signed: nothing is paid by it.
  stage.sandbox.control.faults.add({
    provider: 'alipay',
    kind: 'return_forged',
    call: 'cashier',
    args: { signed: true },
  });
  const page = await (await fetch(url)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] as string;
  const left = await fetch(`${stage.sandbox.origin}/alipay/cashier`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, action: 'pay' }).toString(),
  });
  const { pathname, search } = new URL(left.headers.get('location') as string);
  const back = await stage.server.get(`${pathname}${search}`);
  expect(back).toEqual({
    status: 303,
    location: `/#/payLoading?orderNo=${order.orderNo}&shareCode=S1&agentCode=A1`,
  });
  expect(await state(user, order)).toMatchObject({ payment: 'unpaid' });
  expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
  for (const changed of ['', '?', search.replace('total_amount', 'amount'), '?out_trade_no=%zz']) {
    expect(await stage.server.get(`${pathname}${changed}`)).toEqual({ status: 303, location: '/#/orders' });
  }
});

test('switching: the other provider’s attempt is closed there before the next one is opened', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await startAlipay(user, order);
  expect(stage.sandbox.control.orders.find(numberOf(order, 1))?.state).toBe('CLOSED');
  expect(await attempts(order)).toEqual([
    ['wechat-pay', 'CLOSED'],
    ['alipay', 'WAITING'],
  ]);
  stage.sandbox.control.alipay.orders.act(numberOf(order, 2), 'confirm');
  await startJsapi(user, order);
  expect(stage.sandbox.control.alipay.orders.find(numberOf(order, 2))?.tradeState).toBe('TRADE_CLOSED');
  await pay(order, 3);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('switching after the money moved: the second start finds the first payment', async () => {
  const { user, order } = await orderOf();
  await startAlipay(user, order);
  fault(order, 'notify_lost', 'notify', 50);
  await payByAlipay(order, 1);
  expect(await factsOf(stage.server, order)).toMatchObject({ premiumPayments: 0 });
  const reply = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
  expect(reply).toMatchObject({ ok: false, name: 'order-state' });
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('switching while Alipay does not answer: no second cashier', async () => {
  const { user, order } = await orderOf();
  await startAlipay(user, order);
  stage.sandbox.control.faults.add({ provider: 'alipay', kind: 'http_500', times: 50 });
  const reply = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
  expect(reply).toMatchObject({ ok: false, name: 'payment-unclear' });
  expect(await attempts(order)).toEqual([['alipay', 'WAITING']]);
});

test('both providers succeed: the first money is kept, the other goes back in full', async () => {
  const { user, order } = await orderOf();
  await startAlipay(user, order);
  // Not confirmed yet, so there is nothing to close at Alipay; its page stays open in front of the payer.
  await startJsapi(user, order);
  await pay(order, 2);
  await payByAlipay(order, 1);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 30, premiumPayments: 1, surplusPayments: 1 });
  await stage.server.runJob('refunds');
  const [refund] = stage.sandbox.control.alipay.refunds.list().filter((row) => row.outTradeNo === numberOf(order, 1));
  expect(refund).toMatchObject({ refundFen: order.premiumFen, status: 'SUCCESS' });
  await stage.sandbox.control.settle();
  expect(await factsOf(stage.server, order)).toEqual({
    ...PAID,
    surplusPayments: 1,
    refunds: [{ state: 'SETTLED', amount_fen: order.premiumFen }],
  });
  expect(await alertKinds(stage.server, order)).toContain('payment-surplus');
});

test('both succeed and no cover can be given: the order is refunded when both are back, not the first of them', async () => {
  const { user, order } = await orderOf();
  await startAlipay(user, order);
  await startJsapi(user, order);
  await pay(order, 2);
  await payByAlipay(order, 1);
  await refundUnissuable(stage.server.deps, order);
  stage.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_pending' });
  stage.sandbox.control.notifications.hold();
  await stage.server.runJob('refunds');
  expect((await factsOf(stage.server, order)).refunds.map((refund) => refund.state).sort()).toEqual([
    'PROCESSING',
    'SETTLED',
  ]);
  expect(await state(user, order)).toMatchObject({ payment: 'refunding' });
  for (const { outRefundNo, outTradeNo } of stage.sandbox.control.refunds.list()) {
    if (outTradeNo === numberOf(order, 2)) stage.sandbox.control.refunds.settle(outRefundNo);
  }
  stage.clock.advance(60_000);
  await stage.server.runJob('refunds');
  expect(await state(user, order)).toMatchObject({ payment: 'refunded', status: 62 });
});

test('both succeed and Alipay’s notice is lost: the question after its time finds the money', async () => {
  const { user, order } = await orderOf();
  await startAlipay(user, order);
  await startJsapi(user, order);
  await pay(order, 2);
  stage.clock.advance(WINDOW_MS / 2);
  // Its page can still be paid on, so this must not have been the last question.
  await stage.server.runJob('hanging-payments');
  fault(order, 'notify_lost', 'notify', 50);
  await payByAlipay(order, 1);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
  stage.clock.advance(WINDOW_MS);
  await stage.server.runJob('hanging-payments');
  await stage.server.runJob('refunds');
  expect(await factsOf(stage.server, order)).toMatchObject({
    status: 30,
    premiumPayments: 1,
    surplusPayments: 1,
    refunds: [{ state: 'SETTLED', amount_fen: order.premiumFen }],
  });
});

test('paid after the order was closed here: refunded in full, also when Alipay takes its time', async () => {
  const { user, order } = await orderOf();
  await startAlipay(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 70 });
  fault(order, 'refund_pending', 'refund.create');
  await payByAlipay(order, 1);
  await stage.server.runJob('refunds');
  expect((await factsOf(stage.server, order)).refunds).toEqual([{ state: 'PROCESSING', amount_fen: order.premiumFen }]);
  stage.clock.advance(60 * 60_000);
  await stage.sandbox.control.settle();
  await stage.server.runJob('refunds');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
  expect(stage.sandbox.control.alipay.refunds.list().filter((row) => row.outTradeNo === numberOf(order))).toHaveLength(
    1,
  );
});

test('an order whose Alipay page nobody confirms expires, and cannot be paid there any more', async () => {
  const { user, order } = await orderOf();
  const url = await startAlipay(user, order);
  stage.clock.advance(WINDOW_MS);
  await stage.server.runJob('order-expiry');
  await stage.server.runJob('order-expiry');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 71, claims: 0 });
  expect((await fetch(url)).status).toBe(400);
});

test('a genuine notice with another amount pays nothing and is reported', async () => {
  const { user, order } = await orderOf();
  await startAlipay(user, order);
  fault(order, 'notify_wrong_amount', 'notify', 50);
  await payByAlipay(order, 1);
  expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
  expect(await alertKinds(stage.server, order)).toEqual(['payment-amount']);
});

test('what is offered follows the browser: nothing of Alipay inside WeChat, nothing else inside Alipay', async () => {
  const { user, order } = await orderOf();
  const input = { orderNo: order.orderNo };
  const start = (name: string, userAgent: string) =>
    stage.server.call<{ payUrl: string }>(name, input, requestOf(user, null, userAgent));
  expect(await start('alipayWapPay', IN_WECHAT)).toMatchObject({
    ok: false,
    name: 'payment-method',
    message: '支付宝要在手机浏览器里打开后付款',
  });
  expect(await start('wechatWapPay', IN_ALIPAY)).toMatchObject({ ok: false, name: 'payment-method' });
  expect(await start('wechatWapPay', IN_WECHAT)).toMatchObject({ ok: false, name: 'payment-method' });
  expect(await start('alipayWapPay', IN_ALIPAY)).toMatchObject({ ok: true });
});
