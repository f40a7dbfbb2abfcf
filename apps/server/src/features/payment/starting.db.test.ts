import { expect, test } from 'vitest';
import { MAX_ATTEMPTS } from './attempt-store.ts';
import { providerOf } from './payment-dependencies.ts';
import { alertKinds, factsOf, requestOf } from './testing/payment-bench.ts';
import {
  fault,
  noticesOf,
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

test('a lost notice is found by the payer’s own question', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  stage.sandbox.control.notifications.hold();
  await pay(order);
  expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
  expect(await state(user, order)).toMatchObject({ payment: 'paid', policyCount: 2 });
  expect(await factsOf(stage.server, order)).toEqual(PAID);
  stage.sandbox.control.notifications.release();
  await stage.sandbox.control.settle();
  expect(noticesOf(order)[0]?.attempts.map((attempt) => attempt.status)).toEqual([204]);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('a payment whose notice is lost and whose payer never returns is found by the job', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  stage.sandbox.control.notifications.hold();
  await pay(order);
  stage.clock.advance(6_000);
  await stage.server.runJob('hanging-payments');
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('many pages asking at once make one question to the provider per two seconds', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  const questions = () =>
    stage.sandbox.control.log().filter((entry) => entry.target?.includes(`${numberOf(order)}?`)).length;
  await Promise.all(Array.from({ length: 10 }, () => state(user, order)));
  expect(questions()).toBe(1);
  stage.clock.advance(2_500);
  await state(user, order);
  expect(questions()).toBe(2);
});

test.each(['timeout_before', 'http_500', 'http_502_html', 'truncated', 'bad_response_sign'] as const)(
  'while the provider answers %s, a paid order is “confirming”, never unpaid',
  async (kind) => {
    const { user, order } = await orderOf();
    await startJsapi(user, order);
    stage.sandbox.control.notifications.hold();
    await pay(order);
    fault(order, kind, { times: 9 });
    expect(await state(user, order)).toMatchObject({ payment: 'confirming' });
    stage.sandbox.control.faults.remove();
    stage.clock.advance(2_500);
    expect(await state(user, order)).toMatchObject({ payment: 'paid' });
  },
);

test('starting again goes on with the same attempt; another way closes it at the provider first', async () => {
  const { user, order } = await orderOf();
  const first = await startJsapi(user, order);
  expect(await startJsapi(user, order)).toBe(first);
  await stage.server.call('wechatWapPay', { orderNo: order.orderNo }, requestOf(user));
  expect(stage.sandbox.control.orders.find(numberOf(order, 1))?.state).toBe('CLOSED');
  expect(stage.sandbox.control.orders.find(numberOf(order, 2))?.state).toBe('NOTPAY');
  await pay(order, 2);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('two tabs starting at once have one open attempt', async () => {
  const { user, order } = await orderOf();
  const started = await Promise.all(
    [stage.server, stage.other, stage.server, stage.other].map((at) => startJsapi(user, order, at)),
  );
  expect(started.every((text) => text.startsWith('prepay_id='))).toBe(true);
  expect(stage.sandbox.control.orders.list().filter((row) => row.outTradeNo.startsWith(order.orderNo))).toHaveLength(1);
});

test('a create whose answer is lost is sent again with the same number', async () => {
  const { user, order } = await orderOf();
  fault(order, 'timeout_after');
  expect(await startJsapi(user, order)).toMatch(/^prepay_id=/);
  expect(stage.sandbox.control.orders.list().filter((row) => row.outTradeNo.startsWith(order.orderNo))).toHaveLength(1);
});

test('a provider that is down says so, and the same attempt goes on later', async () => {
  const { user, order } = await orderOf();
  fault(order, 'http_500', { times: 9 });
  const reply = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
  expect(reply).toMatchObject({ ok: false, name: 'provider-busy' });
  stage.sandbox.control.faults.remove();
  await startJsapi(user, order);
  expect(stage.sandbox.control.orders.find(numberOf(order, 1))?.state).toBe('NOTPAY');
});

test('a provider that is asked too much is asked once for each press', async () => {
  const { user, order } = await orderOf();
  fault(order, 'rate_limit', { times: 9 });
  const reply = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
  expect(reply).toMatchObject({ ok: false, name: 'provider-busy' });
  expect(stage.sandbox.control.faults.list()).toMatchObject([{ strikes: 1 }]);
  stage.sandbox.control.faults.remove();
  await startJsapi(user, order);
});

test('a provider that does not believe who asks is told to the operators, once however often it is pressed', async () => {
  const [first, second] = [await orderOf(), await orderOf()];
  for (const { user, order } of [first, second]) {
    fault(order, 'clock_skew', { call: 'order.create', times: 9 });
    const reply = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
    expect(reply).toMatchObject({ ok: false, name: 'provider-busy' });
  }
  // Nor does it say anything of a payment that is open when it begins.
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  fault(order, 'clock_skew', { call: 'order.query', times: 9 });
  expect(await state(user, order)).toMatchObject({ payment: 'confirming' });
  const told = await stage.server.deps.database.query<{ details: object }>(
    `select details from operator_alerts where kind = 'payment-refused' and details ->> 'code' = 'SIGN_ERROR'`,
  );
  expect(told.map(({ details }) => details)).toMatchObject([{ provider: 'wechat-pay' }]);
});

test('a provider’s limit is said as such, an operator is told, and another way is open at once', async () => {
  const { user, order } = await orderOf();
  fault(order, 'rule_limit', { call: 'order.create' });
  const reply = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
  expect(reply).toMatchObject({ ok: false, name: 'payment-limit' });
  expect(await alertKinds(stage.server, order)).toEqual(['payment-refused']);
  expect(await state(user, order)).toMatchObject({ payment: 'unpaid' });
  const other = await stage.server.call('alipayWapPay', { orderNo: order.orderNo }, requestOf(user));
  expect(other).toMatchObject({ ok: true });
});

test('paid in the first way while the second is started: settled, not charged twice', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  stage.sandbox.control.notifications.hold();
  await pay(order);
  const reply = await stage.server.call('wechatWapPay', { orderNo: order.orderNo }, requestOf(user));
  expect(reply).toMatchObject({ ok: false, name: 'order-state' });
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('without an openId, JSAPI asks for authorisation; with an openId of another app too', async () => {
  const { user, order } = await orderOf();
  const none = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, null));
  expect(none).toMatchObject({ ok: false, name: 'open-id-required' });
  const foreign = await stage.server.call(
    'jsapiPay',
    { orderNo: order.orderNo },
    requestOf(user, 'oOfAnotherApp000000000000'),
  );
  expect(foreign).toMatchObject({ ok: false, name: 'open-id-required' });
  expect(await startJsapi(user, order)).toMatch(/^prepay_id=/);
});

test('a cashier that is taken anew while its provider is silent may have been paid at: nobody says that nothing was charged', async () => {
  const { user, order } = await orderOf();
  const pay = () => stage.server.call('wechatWapPay', { orderNo: order.orderNo }, requestOf(user));
  expect(await pay()).toMatchObject({ ok: true });
  // The address of the cashier has run out, and a new one is asked for.
  stage.clock.advance(5 * 60_000);
  fault(order, 'http_500', { times: 1_000 });
  expect(await pay()).toMatchObject({ ok: false, name: 'payment-unclear' });
  stage.sandbox.control.faults.remove();
  expect(await pay()).toMatchObject({ ok: true });
});

test('money that somebody gave back in the provider’s own console pays for nothing: operators are told, and the payer can pay', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  stage.sandbox.control.notifications.hold();
  await pay(order);
  const elsewhere = {
    ...{ merchantOrderNo: numberOf(order), refundNo: `T${order.orderNo}`, reason: '后台退款' },
    ...{
      providerTxn: stage.sandbox.control.orders.find(numberOf(order))?.transactionId ?? '',
      requestedAtMs: stage.clock.now(),
    },
    ...{ refundFen: order.premiumFen, totalFen: order.premiumFen, notifyUrl: 'http://localhost:1/none' },
  };
  await providerOf(stage.server.deps, 'wechat-pay').refund(elsewhere);
  expect(await state(user, order)).toMatchObject({ payment: 'unpaid' });
  expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
  stage.clock.advance(2_500);
  await state(user, order);
  expect(await alertKinds(stage.server, order)).toEqual(['payment-refunded-elsewhere']);
  await startJsapi(user, order);
  stage.sandbox.control.orders.act(numberOf(order, 2), 'pay');
  stage.clock.advance(2_500);
  expect(await state(user, order)).toMatchObject({ payment: 'paid' });
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('an attempt that never reached its provider is over after two minutes, and another number takes its place', async () => {
  const { user, order } = await orderOf();
  fault(order, 'timeout_before', { call: 'order.create', times: 9 });
  const start = () => stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
  expect(await start()).toMatchObject({ ok: false });
  const states = async () =>
    (
      await stage.server.deps.database.query<{ state: string }>(
        'select state from payment_attempts where order_id = $1 order by attempt_no',
        [order.id],
      )
    ).map((attempt) => attempt.state);
  stage.sandbox.control.faults.remove();
  // It may still arrive.
  stage.clock.advance(60_000);
  await stage.server.runJob('hanging-payments');
  expect(await states()).toEqual(['CREATED']);
  stage.clock.advance(60_000);
  await state(user, order);
  expect(await states()).toEqual(['CLOSED']);
  expect(await start()).toMatchObject({ ok: true });
  expect(stage.sandbox.control.orders.find(numberOf(order, 1))).toBeUndefined();
  await pay(order, 2);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('the way is changed so often and no more; what is open then can still be paid', async () => {
  const { user, order } = await orderOf();
  const answers = [];
  for (let nth = 1; nth <= MAX_ATTEMPTS + 1; nth++) {
    const name = nth % 2 === 1 ? 'jsapiPay' : 'wechatWapPay';
    answers.push(await stage.server.call(name, { orderNo: order.orderNo }, requestOf(user, stage.openId)));
  }
  expect(answers.map(({ ok }) => ok)).toEqual([...Array(MAX_ATTEMPTS).fill(true), false]);
  expect(answers.at(-1)).toMatchObject({ name: 'order-state', message: expect.stringContaining('次数太多') });
  expect(await state(user, order)).toMatchObject({ payment: 'unpaid' });
});
