import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { postOrders, sweepLedger, type TrialBalance, trialBalance, trialBalanceText } from '../ledger/index.ts';
import { refundUnissuable } from './refund-unissuable.ts';
import { requestOf, type TestOrder } from './testing/payment-bench.ts';
import { numberOf, orderOf, pay, setStage, stage, startJsapi } from './testing/payment-stage.ts';

setStage();

const HOUR_MS = 60 * 60_000;
const query = <R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
  stage.server.deps.database.query<R>(text, values);

beforeEach(async () => {
  await query('alter table ledger_postings disable trigger ledger_postings_stay');
  await query('truncate ledger_postings, payments, refunds');
  await query('alter table ledger_postings enable trigger ledger_postings_stay');
});

const balance = (): Promise<TrialBalance> => trialBalance(stage.server.deps.database, stage.clock.now());

async function balances(): Promise<Record<string, number>> {
  const { accounts } = await balance();
  return Object.fromEntries(accounts.map((sum) => [sum.account, sum.balanceFen]));
}

async function sweep(): Promise<void> {
  stage.clock.advance(HOUR_MS);
  while ((await sweepLedger(stage.server.deps)) > 0);
}

async function paidOrder(): Promise<TestOrder> {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await pay(order);
  return order;
}

/** Pays what was cancelled before: the money comes too late. */
async function latePayment(): Promise<TestOrder> {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  await pay(order, 1, 'force-pay');
  return order;
}

async function refundRounds(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await stage.server.runJob('refunds');
    stage.clock.advance(2 * 60_000);
    await stage.sandbox.control.settle();
  }
}

test('a premium stands in its provider’s clearing account, and nothing stays with the payer', async () => {
  const order = await paidOrder();
  const orders = [{ shard: order.shard, orderId: order.id }];
  await postOrders(query, orders, stage.clock.now());
  await Promise.all([1, 2, 3].map(() => postOrders(query, orders, stage.clock.now())));
  expect(await balances()).toEqual({ 'clearing:wechat-pay': 31_600, payer: 0, premium: -31_600 });
  expect(await query('select 1 from ledger_postings')).toHaveLength(2);
});

test('money that came too late is posted with its surplus, and gone from every account when it is back', async () => {
  await latePayment();
  expect(await balances()).toEqual({ 'clearing:wechat-pay': 31_600, payer: 0, surplus: 0, refund: -31_600 });
  await refundRounds(6);
  expect(await balances()).toEqual({ 'clearing:wechat-pay': 0, payer: 0, surplus: 0, refund: 0 });
  expect(await balance()).toMatchObject({ totalFen: 0, isRight: true, facts: { posted: 4, waiting: 0 } });
});

test('what a crash left without posting waits, is overdue after two rounds of the sweep, and is found by it', async () => {
  await paidOrder();
  expect(await balance()).toMatchObject({ isRight: true, facts: { posted: 0, waiting: 2, overdue: 0, wrong: 0 } });
  stage.clock.advance(3 * HOUR_MS);
  const late = await balance();
  expect(late).toMatchObject({ isRight: false, facts: { waiting: 0, overdue: 2 } });
  expect(late.clearing).toEqual([
    {
      provider: 'wechat-pay',
      paymentsFen: 31_600,
      refundsFen: 0,
      heldFen: 0,
      unpostedFen: 31_600,
      clearingFen: 0,
      isRight: true,
    },
  ]);
  expect(trialBalanceText(late)).toContain('逾时未入账 2 笔');
  await sweep();
  expect(await balance()).toMatchObject({ isRight: true, facts: { posted: 2, waiting: 0, overdue: 0, wrong: 0 } });
  expect(trialBalanceText(await balance())).toMatch(/渠道待清算·微信支付 +316\.00 +0\.00 +316\.00 +1\n[\s\S]*账平。$/);
});

test('two servers that sweep at once post everything once', async () => {
  for (let count = 0; count < 5; count++) await paidOrder();
  stage.clock.advance(HOUR_MS);
  const sweepAll = async (server: typeof stage.server): Promise<void> => {
    while ((await sweepLedger(server.deps)) > 0);
  };
  await Promise.all([sweepAll(stage.server), sweepAll(stage.other)]);
  expect(await balance()).toMatchObject({ isRight: true, facts: { posted: 10, waiting: 0 } });
});

const FORGED = `insert into ledger_postings
  values (0, $1, 'payment-received', 1, $2, 'payer', $3::integer, $4, $4)`;

test('the database takes no posting that does not balance, changes none and loses none', async () => {
  const now = new Date(stage.clock.now());
  await expect(query(FORGED, [1, 'payer', 100, now])).rejects.toThrow(/check constraint/);
  await expect(query(FORGED, [1, 'clearing:alipay', 0, now])).rejects.toThrow(/check constraint/);
  await query(FORGED, [1, 'clearing:alipay', 100, now]);
  await expect(query(FORGED, [1, 'clearing:alipay', 100, now])).rejects.toThrow(/duplicate key/);
  for (const change of [
    'update ledger_postings set amount_fen = 1',
    'delete from ledger_postings',
    'truncate ledger_postings',
  ]) {
    await expect(query(change)).rejects.toThrow('append-only');
  }
});

test('a posting that nothing asks for is found, by its count and by the money of its provider', async () => {
  await paidOrder();
  await sweep();
  await query(FORGED, [1, 'clearing:alipay', 100, new Date(stage.clock.now())]);
  const found = await balance();
  expect(found).toMatchObject({ totalFen: 0, isRight: false, facts: { wrong: 1 } });
  expect(found.clearing.map(({ provider, isRight }) => [provider, isRight])).toEqual([
    ['alipay', false],
    ['wechat-pay', true],
  ]);
  expect(trialBalanceText(found)).toContain('账不平');
});

test('whatever happens in whatever order, all accounts together are zero and every fact is posted once', async () => {
  const paid: TestOrder[] = [];
  const steps = {
    pay: async () => void paid.push(await paidOrder()),
    late: () => latePayment(),
    twice: async () => {
      const { user, order } = await orderOf();
      await startJsapi(user, order);
      await stage.server.call('wechatWapPay', { orderNo: order.orderNo }, requestOf(user));
      stage.sandbox.control.orders.act(numberOf(order, 1), 'force-pay');
      stage.sandbox.control.orders.act(numberOf(order, 2), 'pay');
      await stage.sandbox.control.settle();
    },
    uncovered: async () => {
      const order = paid.pop();
      if (order) await refundUnissuable(stage.server.deps, order);
    },
    refused: () => query(`update refunds set state = 'REJECTED', next_try_at = null where state = 'CREATED'`),
    refunds: () => refundRounds(3),
    sweep: () => sweep(),
  };
  const names = Object.keys(steps) as (keyof typeof steps)[];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 4, maxLength: 12 }), async (sequence) => {
      for (const name of sequence) {
        await steps[name]();
        const { totalFen, clearing, facts } = await balance();
        expect([totalFen, facts.wrong, clearing.every((check) => check.isRight)]).toEqual([0, 0, true]);
      }
      await sweep();
      const [owed] = await query<{ fen: number }>(
        `select coalesce(sum(amount_fen), 0)::integer as fen from refunds where state not in ('SETTLED', 'REJECTED')`,
      );
      const { refund = 0, payer = 0 } = await balances();
      expect([payer, refund + 0]).toEqual([0, 0 - (owed?.fen ?? 0)]);
      expect(await balance()).toMatchObject({ isRight: true, facts: { waiting: 0, overdue: 0 } });
    }),
    { numRuns: 8 },
  );
}, 90_000);
