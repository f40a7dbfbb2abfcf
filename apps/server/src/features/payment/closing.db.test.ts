import type { OrderPaymentStateValue } from '@huimin/contract';
import { expect, test } from 'vitest';
import { refundUnissuable } from './refund-unissuable.ts';
import { alertKinds, factsOf, newUser, requestOf, WINDOW_MS } from './testing/payment-bench.ts';
import {
  fault,
  numberOf,
  orderOf,
  PAID,
  pay,
  setStage,
  stage,
  startJsapi,
  state,
  UNPAID,
} from './testing/payment-stage.ts';

setStage();

test('only the owner finds, starts, asks about or cancels an order', async () => {
  const { order } = await orderOf();
  const stranger = newUser();
  for (const name of ['jsapiPay', 'wechatWapPay', 'wechatWapPayForm', 'queryInsureOrder', 'cancelOrder']) {
    const reply = await stage.server.call(name, { orderNo: order.orderNo }, requestOf(stranger, stage.openId));
    expect(reply).toMatchObject({ ok: false, name: 'not-found' });
  }
});

test('cancel closes at the provider first, frees the people, and is safe to repeat', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  const cancel = () =>
    stage.server.call<OrderPaymentStateValue>('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  expect(await cancel()).toMatchObject({ ok: true, value: { status: 70, payment: 'closed' } });
  expect(stage.sandbox.control.orders.find(numberOf(order))?.state).toBe('CLOSED');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 70, claims: 0, policies: 0 });
  expect(await cancel()).toMatchObject({ ok: true, value: { status: 70 } });
  const again = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
  expect(again).toMatchObject({ ok: false, name: 'order-state' });
});

test('cancel after the payer paid: the order is paid and stays', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  stage.sandbox.control.notifications.hold();
  await pay(order);
  const reply = await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  expect(reply).toMatchObject({ ok: false, name: 'order-state' });
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('cancel while the provider cannot be asked: unclear, and the order stays open', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  fault(order, 'http_500', { times: 20 });
  const reply = await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  expect(reply).toMatchObject({ ok: false, name: 'payment-unclear' });
  expect(await factsOf(stage.server, order)).toMatchObject({ ...UNPAID, claims: 2 });
});

test('cancel, start and notice at once end paid or closed, never both', async () => {
  for (let round = 0; round < 8; round++) {
    const { user, order } = await orderOf();
    await startJsapi(user, order);
    await Promise.all([
      stage.other.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user)),
      startJsapi(user, order).catch(() => undefined),
      pay(order).catch(() => undefined),
    ]);
    await stage.sandbox.control.settle();
    const facts = await factsOf(stage.server, order);
    const net = facts.premiumPayments - facts.policies / 2;
    expect(net).toBe(0);
    if (facts.status === 70) expect(facts).toMatchObject({ premiumPayments: 0, policies: 0, claims: 0 });
    else expect([20, 25, 30]).toContain(facts.status);
  }
});

test('an unpaid order closes after 30 minutes, at the provider first, once, whichever servers run the job', async () => {
  const { user, order } = await orderOf();
  const untouched = await orderOf();
  await startJsapi(user, order);
  await stage.server.runJob('order-expiry');
  expect((await factsOf(stage.server, order)).status).toBe(25);
  stage.clock.advance(WINDOW_MS);
  const closes = () =>
    stage.sandbox.control.log().filter((entry) => entry.target?.includes(`${numberOf(order)}/close`)).length;
  await Promise.all([stage.server.runJob('order-expiry'), stage.other.runJob('order-expiry')]);
  await Promise.all([stage.server.runJob('order-expiry'), stage.other.runJob('order-expiry')]);
  expect(closes()).toBe(1);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 71, claims: 0, policies: 0 });
  expect(await factsOf(stage.server, untouched.order)).toMatchObject({ status: 71, claims: 0 });
  expect(await state(user, order)).toMatchObject({ payment: 'closed' });
});

test('paid in the last second without a notice: the expiry finds it paid instead of closing it', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  stage.sandbox.control.notifications.hold();
  await pay(order);
  stage.clock.advance(WINDOW_MS + 1_000);
  await stage.server.runJob('order-expiry');
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('money after the close goes back in full by itself, and payer and operator see it', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  await pay(order, 1, 'force-pay');
  expect(await factsOf(stage.server, order)).toMatchObject({
    status: 60,
    surplusPayments: 1,
    premiumPayments: 0,
    policies: 0,
    refunds: [{ state: 'CREATED', amount_fen: order.premiumFen }],
  });
  expect(await state(user, order)).toMatchObject({ payment: 'refunding' });
  expect(await alertKinds(stage.server, order)).toContain('payment-surplus');
  await Promise.all([stage.server.runJob('refunds'), stage.other.runJob('refunds')]);
  for (let round = 0; round < 6; round++) {
    stage.clock.advance(60_000);
    await stage.sandbox.control.settle();
    await stage.server.runJob('refunds');
  }
  expect(stage.sandbox.control.refunds.list().filter((row) => row.outTradeNo === numberOf(order))).toMatchObject([
    { status: 'SUCCESS', refundFen: order.premiumFen },
  ]);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
  expect(await state(user, order)).toMatchObject({ payment: 'refunded' });
});

test('money that comes once more when all is back is on its way back again: each payment goes back once', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('wechatWapPay', { orderNo: order.orderNo }, requestOf(user));
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  const passes = async () => {
    for (let round = 0; round < 6; round++) {
      stage.clock.advance(60_000);
      await stage.sandbox.control.settle();
      await Promise.all([stage.server.runJob('refunds'), stage.other.runJob('refunds')]);
    }
  };
  await pay(order, 1, 'force-pay');
  await passes();
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62 });
  await pay(order, 2, 'force-pay');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 60, surplusPayments: 2 });
  expect(await state(user, order)).toMatchObject({ payment: 'refunding' });
  await passes();
  expect(await factsOf(stage.server, order)).toMatchObject({
    status: 62,
    refunds: [{ state: 'SETTLED' }, { state: 'SETTLED' }],
  });
  const ours = stage.sandbox.control.refunds.list().filter((row) => row.outTradeNo.startsWith(order.orderNo));
  expect(ours.map(({ outTradeNo, refundFen }) => [outTradeNo, refundFen]).sort()).toEqual([
    [numberOf(order, 1), order.premiumFen],
    [numberOf(order, 2), order.premiumFen],
  ]);
});

test('a second payment of a paid order is refunded; the first one stays', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('wechatWapPay', { orderNo: order.orderNo }, requestOf(user));
  stage.sandbox.control.orders.act(numberOf(order, 1), 'force-pay');
  stage.sandbox.control.orders.act(numberOf(order, 2), 'pay');
  await stage.sandbox.control.settle();
  expect(await factsOf(stage.server, order)).toMatchObject({
    status: 30,
    premiumPayments: 1,
    surplusPayments: 1,
    policies: 2,
    refunds: [{ state: 'CREATED', amount_fen: order.premiumFen }],
  });
});

test('a refund whose answer is lost is sent again with its own number, never twice', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  await pay(order, 1, 'force-pay');
  stage.sandbox.control.faults.add({ provider: 'wechat-pay', call: 'refund.create', kind: 'timeout_after', times: 3 });
  for (let round = 0; round < 8; round++) {
    stage.clock.advance(120_000);
    await stage.sandbox.control.settle();
    await stage.server.runJob('refunds');
  }
  expect(stage.sandbox.control.refunds.list().filter((row) => row.outTradeNo === numberOf(order))).toHaveLength(1);
  expect(await factsOf(stage.server, order)).toMatchObject({ refunds: [{ state: 'SETTLED' }] });
});

test('a paid order that cannot be covered goes back in full and ends refunded', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await pay(order);
  const twice = [stage.server, stage.other].map(({ deps }) => refundUnissuable(deps, order));
  await Promise.all(twice);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 85, refunds: [{ amount_fen: order.premiumFen }] });
  expect(await state(user, order)).toMatchObject({ payment: 'refunding' });
  for (let round = 0; round < 3; round++) {
    stage.clock.advance(60_000);
    await stage.sandbox.control.settle();
    await stage.server.runJob('refunds');
  }
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
  expect(await state(user, order)).toMatchObject({ payment: 'refunded' });
});

test('a refund the provider cannot pay out waits for the operator under the same number', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await pay(order);
  await refundUnissuable(stage.server.deps, order);
  stage.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_account_empty', call: 'refund.create' });
  await stage.server.runJob('refunds');
  expect(await alertKinds(stage.server, order)).toContain('refund-refused');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 85, refunds: [{ state: 'CREATED' }] });
  stage.clock.advance(61 * 60_000);
  await stage.server.runJob('refunds');
  const [refund] = stage.sandbox.control.refunds.list().filter((row) => row.outTradeNo === numberOf(order));
  stage.sandbox.control.refunds.settle(refund?.outRefundNo as string, 'ABNORMAL');
  stage.sandbox.control.notifications.hold();
  stage.clock.advance(60_000);
  await stage.server.runJob('refunds');
  expect(await alertKinds(stage.server, order)).toContain('refund-abnormal');
  stage.sandbox.control.refunds.settle(refund?.outRefundNo as string);
  stage.clock.advance(61 * 60_000);
  await stage.server.runJob('refunds');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
});
