import { describe, expect, test } from 'vitest';
import type { SessionUser } from '../../http/handler.ts';
import { attemptsOf } from './attempt-store.ts';
import { alertKinds, factsOf, requestOf, type TestOrder, WINDOW_MS } from './testing/payment-bench.ts';
import {
  type FaultKind,
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

type Provider = 'lakala' | 'rb';
interface Cashier {
  readonly provider: Provider;
  readonly call: string;
  readonly returnPath: string;
  /** Its word for an order there. */
  statusOf(number: string): string | undefined;
  readonly words: { readonly waiting: string; readonly paid: string; readonly closed: string };
  act(number: string, action: 'pay' | 'force-pay'): void;
  refundsOf(number: string): { readonly fen: number; readonly state: string }[];
  settleRefund(number: string): void;
}

const CASHIERS: readonly Cashier[] = [
  {
    provider: 'lakala',
    call: 'lakalaGetOrderNo',
    returnPath: '/pay/lakala/return',
    words: { waiting: '0', paid: '2', closed: '7' },
    statusOf: (number) => stage.sandbox.control.lakala.orders.find(number)?.orderStatus,
    act: (number, action) => void stage.sandbox.control.lakala.orders.act(number, action),
    refundsOf: (number) =>
      stage.sandbox.control.lakala.refunds
        .list()
        .filter((row) => row.outOrderNo === number)
        .map((row) => ({ fen: row.refundFen, state: row.state })),
    settleRefund: (number) => {
      const row = stage.sandbox.control.lakala.refunds.list().find((one) => one.outOrderNo === number);
      stage.sandbox.control.lakala.refunds.settle(row?.outTradeNo ?? '');
    },
  },
  {
    provider: 'rb',
    call: 'rbGetPayUrl',
    returnPath: '/pay/rb/return',
    words: { waiting: 'WAIT', paid: 'PAID', closed: 'CLOSED' },
    statusOf: (number) => stage.sandbox.control.rb.orders.find(number)?.status,
    act: (number, action) => void stage.sandbox.control.rb.orders.act(number, action),
    refundsOf: (number) =>
      stage.sandbox.control.rb.refunds
        .list()
        .filter((row) => row.outTradeNo === number)
        .map((row) => ({ fen: row.refundFen, state: row.status })),
    settleRefund: (number) => {
      const row = stage.sandbox.control.rb.refunds.list().find((one) => one.outTradeNo === number);
      stage.sandbox.control.rb.refunds.settle(row?.refundNo ?? '');
    },
  },
];

describe.each(CASHIERS)('$provider', (cashier) => {
  const { provider, words } = cashier;

  async function start(user: SessionUser, order: TestOrder, returnQuery = ''): Promise<string> {
    const reply = await stage.server.call<{ payUrl: string }>(
      cashier.call,
      { orderNo: order.orderNo, returnQuery },
      requestOf(user),
    );
    if (!reply.ok) throw new Error(`${cashier.call}: ${reply.name} ${reply.message}`);
    return reply.value.payUrl;
  }
  async function payThere(order: TestOrder, attemptNo = 1, action: 'pay' | 'force-pay' = 'pay'): Promise<void> {
    cashier.act(numberOf(order, attemptNo), action);
    await stage.sandbox.control.settle();
  }
  async function attempts(order: TestOrder): Promise<[string, string][]> {
    const rows = await attemptsOf(stage.server.deps.database.query, order.shard, order.id);
    return rows.map((row) => [row.provider, row.state]);
  }
  /** Refunds that the cashier has taken end there, and are asked about here. */
  async function refundsEnd(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      await stage.server.runJob('refunds');
      stage.clock.advance(60 * 60_000);
      await stage.sandbox.control.settle();
    }
  }
  const fault = (order: TestOrder, kind: FaultKind, call: string, more: { times?: number; args?: object } = {}) =>
    stage.sandbox.control.faults.add({
      ...{ provider, kind, call, match: { outTradeNo: numberOf(order) } },
      ...more,
    } as Parameters<typeof stage.sandbox.control.faults.add>[0]);

  test('started, paid, told by notice, answered as the provider wants it', async () => {
    const { user, order } = await orderOf();
    const page = await fetch(await start(user, order));
    expect([page.status, (await page.text()).includes(numberOf(order))]).toEqual([200, true]);
    expect(await state(user, order)).toMatchObject({ payment: 'unpaid', status: 20 });
    await payThere(order);
    const [notice] = stage.sandbox.control[provider].notifications
      .list()
      .filter((row) => row.outTradeNo === numberOf(order));
    expect(notice).toMatchObject({ state: 'delivered', attempts: [{ status: 200, accepted: true }] });
    expect(await factsOf(stage.server, order)).toEqual(PAID);
    expect(await attempts(order)).toEqual([[provider, 'SUCCESS']]);
    expect(await state(user, order)).toMatchObject({ payment: 'paid', status: 30 });
  });

  test('the browser’s return is a hint: it leads to the waiting page of its own number, and nowhere else', async () => {
    const { user, order } = await orderOf();
    await start(user, order, 'shareCode=S1&agentCode=A1&evil=1');
    const back = (query: string) => stage.server.get(`${cashier.returnPath}${query}`);
    const waiting = `/#/payLoading?orderNo=${order.orderNo}&shareCode=S1&agentCode=A1`;
    expect(await back(`?no=${numberOf(order)}`)).toEqual({ status: 303, location: waiting });
    const more = '&status=PAID&url=https%3A%2F%2Fevil.example';
    expect(await back(`?no=${numberOf(order)}${more}`)).toEqual({ status: 303, location: waiting });
    expect(await state(user, order)).toMatchObject({ payment: 'unpaid' });
    expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
    const strange = [numberOf(order, 2), `X${numberOf(order).slice(1)}`, '//evil.example', '%zz'];
    for (const query of ['', '?', '?no=', ...strange.map((one) => `?no=${one}`)]) {
      expect(await back(query), query).toEqual({ status: 303, location: '/#/orders' });
    }
  });

  test('a lost notice: asking finds the payment', async () => {
    const { user, order } = await orderOf();
    await start(user, order);
    fault(order, 'notify_lost', 'notify', { times: 50 });
    await payThere(order);
    expect(await factsOf(stage.server, order)).toMatchObject({ premiumPayments: 0 });
    stage.clock.advance(60_000);
    await stage.server.runJob('hanging-payments');
    expect(await factsOf(stage.server, order)).toEqual(PAID);
  });

  test('several notices at once and one more later: one payment', async () => {
    const { user, order } = await orderOf();
    await start(user, order);
    fault(order, 'notify_dup', 'notify', { args: { copies: 4 } });
    await payThere(order);
    const control = stage.sandbox.control[provider].notifications;
    const [notice] = control.list().filter((row) => row.outTradeNo === numberOf(order));
    await control.resend(notice?.id ?? '');
    expect(
      control
        .list()
        .find((row) => row.id === notice?.id)
        ?.attempts.every((one) => one.accepted),
    ).toBe(true);
    expect(await factsOf(stage.server, order)).toEqual(PAID);
  });

  test('a genuine notice with another amount pays nothing and is reported; the next one is right', async () => {
    const { user, order } = await orderOf();
    await start(user, order);
    fault(order, 'notify_wrong_amount', 'notify', { times: 50 });
    await payThere(order);
    expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
    expect(await alertKinds(stage.server, order)).toEqual(['payment-amount']);
    stage.sandbox.control.faults.remove();
    stage.clock.advance(60_000);
    await stage.sandbox.control.settle();
    expect(await factsOf(stage.server, order)).toEqual(PAID);
  });

  test.each<FaultKind>(['notify_bad_sign', 'notify_tampered', 'notify_stale', 'notify_wrong_merchant'])(
    '%s is answered with an error and changes nothing',
    async (kind) => {
      const { user, order } = await orderOf();
      await start(user, order);
      fault(order, kind, 'notify', { times: 50 });
      await payThere(order);
      const [notice] = stage.sandbox.control[provider].notifications
        .list()
        .filter((row) => row.outTradeNo === numberOf(order));
      expect(notice?.attempts[0]).toMatchObject({ kind, status: 401, accepted: false });
      expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
    },
  );

  test('switching: what was begun there is closed before another cashier opens', async () => {
    const { user, order } = await orderOf();
    await start(user, order);
    await startJsapi(user, order);
    expect(cashier.statusOf(numberOf(order))).toBe(words.closed);
    await start(user, order);
    expect(stage.sandbox.control.orders.find(numberOf(order, 2))?.state).toBe('CLOSED');
    await payThere(order, 3);
    expect(await factsOf(stage.server, order)).toEqual(PAID);
    expect(await attempts(order)).toEqual([
      [provider, 'CLOSED'],
      ['wechat-pay', 'CLOSED'],
      [provider, 'SUCCESS'],
    ]);
  });

  test('switching after the money moved: the second start finds the first payment', async () => {
    const { user, order } = await orderOf();
    await start(user, order);
    fault(order, 'notify_lost', 'notify', { times: 50 });
    await payThere(order);
    const reply = await stage.server.call('jsapiPay', { orderNo: order.orderNo }, requestOf(user, stage.openId));
    expect(reply).toMatchObject({ ok: false, name: 'order-state' });
    expect(await factsOf(stage.server, order)).toEqual(PAID);
  });

  test('paid there after its close and elsewhere too: one payment is kept, the other goes back in full', async () => {
    const { user, order } = await orderOf();
    await start(user, order);
    await startJsapi(user, order);
    await pay(order, 2);
    await payThere(order, 1, 'force-pay');
    expect(await factsOf(stage.server, order)).toMatchObject({ status: 30, premiumPayments: 1, surplusPayments: 1 });
    await refundsEnd();
    expect(cashier.refundsOf(numberOf(order))).toMatchObject([{ fen: order.premiumFen }]);
    expect(await factsOf(stage.server, order)).toEqual({
      ...PAID,
      surplusPayments: 1,
      refunds: [{ state: 'SETTLED', amount_fen: order.premiumFen }],
    });
    expect(await alertKinds(stage.server, order)).toContain('payment-surplus');
  });

  test('paid after the order was cancelled: refunded in full, also when that takes its time', async () => {
    const { user, order } = await orderOf();
    await start(user, order);
    await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
    expect(await factsOf(stage.server, order)).toMatchObject({ status: 70 });
    fault(order, 'refund_pending', 'refund.create');
    await payThere(order, 1, 'force-pay');
    await refundsEnd();
    expect((await factsOf(stage.server, order)).refunds).toEqual([
      { state: 'PROCESSING', amount_fen: order.premiumFen },
    ]);
    cashier.settleRefund(numberOf(order));
    await refundsEnd();
    expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
    expect(cashier.refundsOf(numberOf(order))).toHaveLength(1);
  });

  test('a refund that fails goes again under a new number, and one whose answer got lost is not paid twice', async () => {
    const failing = await orderOf();
    await start(failing.user, failing.order);
    await stage.server.call('cancelOrder', { orderNo: failing.order.orderNo }, requestOf(failing.user));
    fault(failing.order, 'refund_fail', 'refund.create');
    await payThere(failing.order, 1, 'force-pay');
    await refundsEnd();
    expect((await factsOf(stage.server, failing.order)).refunds).toMatchObject([{ state: 'CLOSED' }]);
    stage.clock.advance(10 * 60_000);
    await refundsEnd();
    expect((await factsOf(stage.server, failing.order)).refunds).toMatchObject([{ state: 'SETTLED' }]);
    expect(cashier.refundsOf(numberOf(failing.order))).toHaveLength(2);
    const lost = await orderOf();
    await start(lost.user, lost.order);
    await stage.server.call('cancelOrder', { orderNo: lost.order.orderNo }, requestOf(lost.user));
    fault(lost.order, 'timeout_after', 'refund.create', { args: { reset: true } });
    await payThere(lost.order, 1, 'force-pay');
    await refundsEnd();
    expect((await factsOf(stage.server, lost.order)).refunds).toMatchObject([{ state: 'SETTLED' }]);
    expect(cashier.refundsOf(numberOf(lost.order))).toHaveLength(1);
  });

  test('a start whose answer got lost leads to a cashier all the same, and to one payment', async () => {
    const { user, order } = await orderOf();
    fault(order, 'timeout_after', 'order.create', { args: { reset: true } });
    const page = await fetch(await start(user, order));
    expect(page.status).toBe(200);
    const open = (await attempts(order)).length;
    // Lakala tells a cashier’s address once, so the lost one is closed there and a new one begun.
    expect(open).toBe(provider === 'lakala' ? 2 : 1);
    if (provider === 'lakala') expect(cashier.statusOf(numberOf(order, 1))).toBe(words.closed);
    await payThere(order, open);
    expect(await factsOf(stage.server, order)).toEqual(PAID);
  });

  test('back after five minutes: a cashier that is open, and never two', async () => {
    const { user, order } = await orderOf();
    const first = await start(user, order);
    expect(await start(user, order)).toBe(first);
    stage.clock.advance(5 * 60_000);
    const second = await start(user, order);
    expect(second).not.toBe(first);
    expect((await fetch(second)).status).toBe(200);
    const count = (await attempts(order)).length;
    const open = Array.from({ length: count }, (_, index) => cashier.statusOf(numberOf(order, index + 1)));
    expect(open.filter((one) => one === words.waiting)).toHaveLength(1);
    await payThere(order, count);
    expect(await factsOf(stage.server, order)).toEqual(PAID);
  });

  test('nobody pays: the order expires, and cannot be paid there any more', async () => {
    const { user, order } = await orderOf();
    const url = await start(user, order);
    stage.clock.advance(WINDOW_MS);
    await stage.server.runJob('order-expiry');
    await stage.server.runJob('order-expiry');
    expect(await factsOf(stage.server, order)).toMatchObject({ status: 71, claims: 0 });
    expect((await fetch(url)).status).toBe(400);
  });

  test('a cashier that does not answer: nothing is charged, and it is said so', async () => {
    const { user, order } = await orderOf();
    fault(order, 'http_500', 'order.create', { times: 50 });
    const reply = await stage.server.call(cashier.call, { orderNo: order.orderNo }, requestOf(user));
    expect(reply).toMatchObject({ ok: false, name: 'provider-busy', message: expect.stringContaining('没有扣款') });
    stage.sandbox.control.faults.remove();
    expect((await fetch(await start(user, order))).status).toBe(200);
  });

  test('it is offered in every browser, to the order’s owner only', async () => {
    const { user, order } = await orderOf();
    const input = { orderNo: order.orderNo };
    for (const userAgent of ['MicroMessenger/8.0.2', 'AlipayClient/10.5.0', 'Mozilla/5.0 (iPhone)'])
      expect(await stage.server.call(cashier.call, input, requestOf(user, null, userAgent))).toMatchObject({
        ok: true,
      });
    const { user: stranger } = await orderOf();
    expect(await stage.server.call(cashier.call, input, requestOf(stranger))).toMatchObject({ name: 'not-found' });
  });
});
