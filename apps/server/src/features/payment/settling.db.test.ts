import { expect, test } from 'vitest';
import type { Query } from '../../db/database.ts';
import type { PaidEvidence } from '../../ports/payment-provider.ts';
import { positionId } from '../../security/order-ids.ts';
import { askAboutOrder } from './ask-about-order.ts';
import { type ReceivedNotice, settlePayment } from './settle-payment.ts';
import { alertKinds, factsOf, newUser, openPaymentServer, requestOf, saveTestOrder } from './testing/payment-bench.ts';
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

test('inside WeChat: started, paid, told by notice: one payment, one policy per person', async () => {
  const { user, order } = await orderOf();
  const reply = await stage.server.call<Record<string, string>>(
    'jsapiPay',
    { orderNo: order.orderNo },
    requestOf(user, stage.openId),
  );
  expect(reply).toMatchObject({
    ok: true,
    value: {
      appId: stage.sandbox.keys.wechatAccount.appId,
      signType: 'RSA',
      package: expect.stringMatching(/^prepay_id=wx/),
    },
  });
  expect(await state(user, order)).toMatchObject({ payment: 'unpaid', status: 20, policyCount: 0, paidAt: null });
  await pay(order);
  expect(noticesOf(order)[0]?.attempts.map((attempt) => attempt.status)).toEqual([204]);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
  expect(await state(user, order)).toMatchObject({ payment: 'paid', status: 30, policyCount: 2, issuedCount: 0 });
  const rows = await stage.server.deps.database.query<{ id: bigint }>(
    'select id from policies where shard = $1 and order_id = $2 order by id',
    [order.shard, order.id],
  );
  expect(rows.map((row) => row.id)).toEqual([positionId(order.id, 1), positionId(order.id, 2)]);
});

test('outside WeChat: the address leads to the cashier and back to the waiting page', async () => {
  const { user, order } = await orderOf();
  for (const name of ['wechatWapPay', 'wechatWapPayForm']) {
    const reply = await stage.server.call<{ payUrl: string }>(name, { orderNo: order.orderNo }, requestOf(user));
    const url = new URL((reply as { value: { payUrl: string } }).value.payUrl);
    expect(url.origin).toBe(stage.sandbox.origin);
    expect(url.searchParams.get('redirect_url')).toBe(`http://localhost:3149/#/payLoading?orderNo=${order.orderNo}`);
  }
  expect(stage.sandbox.control.orders.list().filter((row) => row.outTradeNo.startsWith(order.orderNo))).toHaveLength(1);
  await pay(order);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('a notice sent many times, at once and again later, pays once', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  fault(order, 'notify_dup', { call: 'notify', args: { copies: 6 } });
  await pay(order);
  const notice = noticesOf(order)[0];
  expect(notice?.attempts).toHaveLength(6);
  expect(notice?.attempts.every((attempt) => attempt.status === 204)).toBe(true);
  await stage.sandbox.control.notifications.resend(notice?.id as string);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('two servers handling the same notice at the same moment settle it once', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => orderOf()));
  stage.sandbox.control.notifications.hold();
  const received: { evidence: PaidEvidence; notice: ReceivedNotice }[] = [];
  for (const { user, order } of orders) {
    await startJsapi(user, order);
    await pay(order);
    const answer = await stage.server.deps.wechatPay.query({ merchantOrderNo: numberOf(order), placedAtMs: 0 });
    if (answer.kind !== 'paid') throw new Error(answer.kind);
    const notice = { noticeId: `notice-${order.id}`, body: Buffer.from('{}'), headers: {} };
    received.push({ evidence: answer.evidence, notice });
  }
  const results = await Promise.all(
    received.flatMap(({ evidence, notice }) =>
      [stage.server, stage.other, stage.server, stage.other].map(({ deps }) =>
        settlePayment(deps, 'wechat-pay', evidence, notice),
      ),
    ),
  );
  expect(results.filter((result) => result.kind === 'settled' && result.first)).toHaveLength(orders.length);
  expect(results.every((result) => result.kind === 'settled')).toBe(true);
  for (const { order } of orders) expect(await factsOf(stage.server, order)).toEqual(PAID);
  const kept = await stage.server.deps.database.query(
    `select outcome from payment_notices where order_id = any($1) and outcome = 'settled'`,
    [orders.map(({ order }) => order.id)],
  );
  expect(kept).toHaveLength(orders.length);
});

test.each(['notify_bad_sign', 'notify_tampered', 'notify_stale', 'notify_foreign_cert'] as const)(
  '%s: refused, no effect; the provider’s own notice afterwards still pays',
  async (kind) => {
    const { user, order } = await orderOf();
    await startJsapi(user, order);
    fault(order, kind, { call: 'notify' });
    await pay(order);
    const [notice] = noticesOf(order);
    expect(notice?.attempts.map((attempt) => attempt.status)).toEqual([401]);
    expect(notice?.attempts[0]?.body).toContain('"code":"FAIL"');
    expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
    await stage.sandbox.control.notifications.resend(notice?.id as string);
    expect(await factsOf(stage.server, order)).toEqual(PAID);
  },
);

test.each([
  ['notify_wrong_amount', 400, 'payment-amount'],
  ['notify_wrong_currency', 400, 'payment-currency'],
  ['notify_wrong_merchant', 401, null],
  ['notify_wrong_appid', 401, null],
] as const)('%s: refused with an alert, the order stays unpaid and can still be paid', async (kind, status, alert) => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  fault(order, kind, { call: 'notify' });
  await pay(order);
  const [notice] = noticesOf(order);
  expect(notice?.attempts.map((attempt) => attempt.status)).toEqual([status]);
  expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
  expect(await alertKinds(stage.server, alert ? order : null)).toContain(alert ?? 'payment-notice-content');
  await stage.sandbox.control.notifications.resend(notice?.id as string);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test('who asks at the moment in which another server settles the payment is told that it is paid', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  stage.sandbox.control.notifications.hold();
  await pay(order);
  const { deps } = stage.server;
  let isSettled = false;
  const query: Query = async (text, values) => {
    // The order was read as unpaid; before its attempts are, the other server asks and settles.
    if (!isSettled && text.includes('from payment_attempts')) {
      isSettled = true;
      await stage.other.call('queryInsureOrder', { orderNo: order.orderNo }, requestOf(user));
    }
    return deps.database.query(text, values);
  };
  const asked = await askAboutOrder({ ...deps, database: { ...deps.database, query } }, user, order.orderNo);
  expect([isSettled, asked?.order.status, asked?.unclear]).toEqual([true, 30, false]);
});

test('money for an order number that is none of ours is refused with an alert', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  fault(order, 'notify_wrong_order', { call: 'notify' });
  await pay(order);
  expect(noticesOf(order)[0]?.attempts[0]?.status).toBe(400);
  expect(await alertKinds(stage.server, null)).toContain('payment-unknown-order');
});

test('other money under a number that is paid already is refused with an alert, and the first stays', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await pay(order);
  const evidence = {
    ...{ merchantOrderNo: numberOf(order), providerTxn: '4200009999202611020000000001', payerId: null },
    ...{ amountFen: order.premiumFen, currency: 'CNY', paidAtMs: stage.clock.now() },
  };
  expect(await settlePayment(stage.server.deps, 'wechat-pay', evidence)).toEqual({ kind: 'refused', reason: 'twice' });
  expect(await alertKinds(stage.server, order)).toEqual(['payment-twice']);
  expect(await factsOf(stage.server, order)).toEqual(PAID);
});

test.each(['one after the other', 'in one batch', 'after its close'] as const)(
  'the money of one order told for a second one (%s) pays only the first, and operators are told',
  async (when) => {
    const { user, order } = await orderOf();
    const { order: second } = await orderOf(user);
    for (const one of [order, second]) await startJsapi(user, one);
    if (when === 'after its close')
      await stage.server.call('cancelOrder', { orderNo: second.orderNo }, requestOf(user));
    const providerTxn = `42000088882026110200000${{ 'one after the other': 1, 'in one batch': 2, 'after its close': 3 }[when]}`;
    const settle = (merchantOrderNo: string, noticeId: string) =>
      settlePayment(
        stage.server.deps,
        'wechat-pay',
        {
          ...{ merchantOrderNo, providerTxn, payerId: null },
          ...{ amountFen: order.premiumFen, currency: 'CNY', paidAtMs: stage.clock.now() },
        },
        { noticeId, body: Buffer.from('{}'), headers: {} },
      );
    const first = settle(numberOf(order), `${providerTxn}-1`);
    if (when !== 'in one batch') await first;
    const other = settle(numberOf(second), `${providerTxn}-2`);
    const settled = await Promise.all([first, other]);
    // In one batch either may be the first.
    const [paid, unpaid] = settled[0].kind === 'settled' ? [order, second] : [second, order];
    expect(settled.map(({ kind }) => kind).sort()).toEqual(['refused', 'settled']);
    expect(settled).toContainEqual({ kind: 'refused', reason: 'other-order' });
    expect(await factsOf(stage.server, paid)).toEqual(PAID);
    const { status: _, claims: __, ...facts } = await factsOf(stage.server, unpaid);
    expect(facts).toEqual({ premiumPayments: 0, surplusPayments: 0, policies: 0, paidNews: 0, refunds: [] });
    expect(await alertKinds(stage.server, unpaid)).toEqual(['payment-other-order']);
    expect(await alertKinds(stage.server, paid)).toEqual([]);
  },
);

test('posts that are no notices are answered with FAIL and change nothing', async () => {
  for (const body of ['', '{}', 'null', '[]', '\u0000', 'x'.repeat(70_000), '{"id":1}']) {
    const answer = await stage.server.post(body, { 'content-type': 'application/json' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'FAIL' });
  }
});

test('on an engine of shards, payments of several shards are settled one shard per statement', async () => {
  const sharded = await openPaymentServer({
    databaseUrl: stage.database.url,
    sandbox: stage.sandbox,
    clock: stage.clock,
    workerNumber: 3,
    groupByShard: true,
  });
  try {
    const orders = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const user = newUser();
        return { user, order: await saveTestOrder(sharded, user) };
      }),
    );
    for (const { user, order } of orders) await startJsapi(user, order, sharded);
    for (const { order } of orders) stage.sandbox.control.orders.act(numberOf(order), 'pay');
    await stage.sandbox.control.settle();
    for (const { order } of orders) expect(await factsOf(sharded, order)).toEqual(PAID);
  } finally {
    await sharded.close();
  }
});
