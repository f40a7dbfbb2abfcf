import { expect, test } from 'vitest';
import type { CreateResult } from '../../ports/payment-provider.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { settleUnplaced } from './settle-unplaced.ts';
import { alertKinds, factsOf, requestOf, WINDOW_MS } from './testing/payment-bench.ts';
import { numberOf, orderOf, pay, setStage, stage, startJsapi } from './testing/payment-stage.ts';

setStage();

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Lets something happen to one dependency of the first server while `work` runs. */
async function replacing<Key extends 'wechatPay' | 'database', T>(
  name: Key,
  part: (real: PaymentDependencies[Key]) => Partial<PaymentDependencies[Key]>,
  work: () => Promise<T>,
): Promise<T> {
  const deps = stage.server.deps as Writable<PaymentDependencies>;
  const real = deps[name];
  const { providers } = deps;
  deps[name] = { ...real, ...part(real) };
  deps.providers = new Map(providers).set(deps.wechatPay.code, deps.wechatPay);
  try {
    return await work();
  } finally {
    deps[name] = real;
    deps.providers = providers;
  }
}

test('cancelled while the create call is on its way: nothing payable is handed out or left at the provider', async () => {
  const { user, order } = await orderOf();
  const input = { orderNo: order.orderNo };
  const reply = await replacing(
    'wechatPay',
    (real) => ({
      async create(asked) {
        await stage.other.call('cancelOrder', input, requestOf(user));
        return real.create(asked);
      },
    }),
    () => stage.server.call('jsapiPay', input, requestOf(user, stage.openId)),
  );
  expect(reply).toMatchObject({ ok: false, name: 'order-state' });
  expect(stage.sandbox.control.orders.find(numberOf(order))?.state).toBe('CLOSED');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 70, claims: 0 });
});

test('a start that the provider refuses the second time leaves the first one not payable', async () => {
  const { user, order } = await orderOf();
  const start = () => stage.server.call('wechatWapPay', { orderNo: order.orderNo }, requestOf(user));
  await start();
  stage.clock.advance(5 * 60_000);
  const refused: CreateResult = { kind: 'refused', code: 'PARAM_ERROR', message: 'refused' };
  const reply = await replacing('wechatPay', () => ({ create: async () => refused }), start);
  expect(reply).toMatchObject({ ok: false, name: 'payment-method' });
  expect(stage.sandbox.control.orders.find(numberOf(order))?.state).toBe('CLOSED');
});

test('an attempt left open when its order is paid by another one is closed at the provider', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('wechatWapPay', { orderNo: order.orderNo }, requestOf(user));
  await pay(order, 1, 'force-pay');
  expect(stage.sandbox.control.orders.find(numberOf(order, 2))?.state).toBe('NOTPAY');
  stage.clock.advance(6_000);
  await stage.server.runJob('hanging-payments');
  expect(stage.sandbox.control.orders.find(numberOf(order, 2))?.state).toBe('CLOSED');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 30, surplusPayments: 0 });
});

test('ended between "this money pays for nothing" and "it goes back": found again and refunded', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  stage.sandbox.control.notifications.hold();
  await pay(order, 1, 'force-pay');
  stage.clock.advance(11 * 60_000);
  await replacing(
    'database',
    (real) => ({
      query(text, values) {
        if (text.includes(`'surplus'`)) throw new Error('the server ended here');
        return real.query(text, values);
      },
    }),
    () => stage.server.runJob('hanging-payments'),
  );
  expect(await factsOf(stage.server, order)).toMatchObject({ surplusPayments: 0, refunds: [] });

  const news = await stage.server.deps.database.query<{ id: bigint }>(
    `select id from outbox where shard = $1 and order_id = $2 and kind = 'payment-unplaced'`,
    [order.shard, order.id],
  );
  for (const { id } of news) await settleUnplaced(stage.other.deps, { shard: order.shard, attemptId: id });
  for (const { id } of news) await settleUnplaced(stage.server.deps, { shard: order.shard, attemptId: id });
  expect(await factsOf(stage.server, order)).toMatchObject({
    status: 60,
    surplusPayments: 1,
    premiumPayments: 0,
    refunds: [{ amount_fen: order.premiumFen }],
  });
  expect(await alertKinds(stage.server, order)).toContain('payment-surplus');
});

test('an order that cannot be closed does not keep others from closing', async () => {
  const { order: stuck } = await orderOf();
  stage.clock.advance(1_000);
  const { order } = await orderOf();
  stage.clock.advance(WINDOW_MS);
  await replacing(
    'database',
    (real) => ({
      transaction: (work) =>
        real.transaction((query) =>
          work((text, values) => {
            if (values?.includes(stuck.id)) throw new Error('cannot be closed');
            return query(text, values);
          }),
        ),
    }),
    () => stage.server.runJob('order-expiry'),
  );
  expect((await factsOf(stage.server, stuck)).status).toBe(20);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 71, claims: 0 });
});
