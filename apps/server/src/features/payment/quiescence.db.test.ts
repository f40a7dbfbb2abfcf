import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factsOf, newUser, requestOf, saveTestOrder, type TestOrder } from './testing/payment-bench.ts';
import { setStage, stage } from './testing/payment-stage.ts';

setStage();

/** Everything that can happen to one order, by payer, provider, network and servers. */
const EVENTS = [
  'start in WeChat',
  'start in a browser',
  'pay the newest attempt',
  'pay the first attempt, closed or not',
  'ask',
  'cancel',
  'notices get lost',
  'notices come again',
  'jobs run',
  'one answer breaks off',
  'one answer never comes',
  'three minutes pass',
  'the order runs out',
] as const;
type Event = (typeof EVENTS)[number];

function attemptsAtProvider(order: TestOrder) {
  return stage.sandbox.control.orders
    .list()
    .filter((row) => row.outTradeNo.startsWith(order.orderNo))
    .sort((a, b) => (a.outTradeNo < b.outTradeNo ? -1 : 1));
}

async function happen(event: Event, order: TestOrder, user: ReturnType<typeof newUser>): Promise<void> {
  const { sandbox, server, other, clock } = stage;
  const input = { orderNo: order.orderNo };
  const attempts = attemptsAtProvider(order);
  switch (event) {
    case 'start in WeChat':
      return void (await server.call('jsapiPay', input, requestOf(user, stage.openId)));
    case 'start in a browser':
      return void (await other.call('wechatWapPay', input, requestOf(user)));
    case 'pay the newest attempt': {
      const newest = attempts.at(-1);
      if (newest?.tradeState === 'NOTPAY') sandbox.control.orders.act(newest.outTradeNo, 'pay');
      return;
    }
    case 'pay the first attempt, closed or not':
      if (attempts[0]) sandbox.control.orders.act(attempts[0].outTradeNo, 'force-pay');
      return;
    case 'ask':
      return void (await other.call('queryInsureOrder', input, requestOf(user)));
    case 'cancel':
      return void (await server.call('cancelOrder', input, requestOf(user)));
    case 'notices get lost':
      return sandbox.control.notifications.hold();
    case 'notices come again':
      sandbox.control.notifications.release();
      return sandbox.control.settle();
    case 'jobs run':
      return runJobs();
    case 'one answer breaks off':
      return void sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'truncated' });
    case 'one answer never comes':
      return void sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'timeout_after', args: { reset: true } });
    case 'three minutes pass':
      return clock.advance(3 * 60_000);
    case 'the order runs out':
      return clock.advance(31 * 60_000);
  }
}

async function runJobs(): Promise<void> {
  for (const name of ['order-expiry', 'hanging-payments', 'refunds'] as const) {
    await Promise.all([stage.server.runJob(name), stage.other.runJob(name)]);
  }
}

/** Faults end, time goes on, the jobs do their rounds. */
async function comeToRest(): Promise<void> {
  stage.sandbox.control.faults.remove();
  stage.sandbox.control.notifications.release();
  for (let round = 0; round < 10; round++) {
    stage.clock.advance(11 * 60_000);
    await stage.sandbox.control.settle();
    await runJobs();
  }
}

test('whatever happens in whatever order: paid exactly when the provider keeps one premium, never two policies', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...EVENTS), { minLength: 3, maxLength: 14 }), async (events) => {
      const user = newUser();
      const order = await saveTestOrder(stage.server, user);
      for (const event of events) await happen(event, order, user);
      await comeToRest();
      const facts = await factsOf(stage.server, order);
      const paidFen = attemptsAtProvider(order)
        .filter((row) => row.paidAtMs !== undefined)
        .reduce((sum, row) => sum + row.totalFen, 0);
      const refundedFen = stage.sandbox.control.refunds
        .list()
        .filter((row) => row.outTradeNo.startsWith(order.orderNo) && row.status === 'SUCCESS')
        .reduce((sum, row) => sum + row.refundFen, 0);
      const paid = facts.status === 30;
      expect(paidFen - refundedFen).toBe(paid ? order.premiumFen : 0);
      expect(facts.premiumPayments).toBe(paid ? 1 : 0);
      expect(facts.policies).toBe(paid ? 2 : 0);
      expect(facts.paidNews).toBe(paid ? 1 : 0);
      expect(facts.claims).toBe(paid ? 2 : 0);
      expect(facts.refunds.every((refund) => refund.state === 'SETTLED')).toBe(true);
      expect([30, 62, 70, 71]).toContain(facts.status);
    }),
    { numRuns: 40, seed: 20261120 },
  );
}, 120_000);
