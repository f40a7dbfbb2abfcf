import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import type { Resolution } from '@huimin/domain/reconciliation';
import { beforeEach, expect, test } from 'vitest';
import type { Database, Query } from '../../db/database.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import { trialBalance } from '../ledger/index.ts';
import { factsOf, requestOf, type TestOrder } from '../payment/testing/payment-bench.ts';
import {
  type FaultKind,
  fault,
  numberOf,
  orderOf,
  PAID,
  pay,
  setStage,
  stage,
  startJsapi,
} from '../payment/testing/payment-stage.ts';
import { billText, storeBill } from './bill-store.ts';
import { planDays, wantDay } from './day-store.ts';
import { decideDifference } from './decide-difference.ts';
import { differencesOf, type StoredDifference } from './difference-store.ts';
import { reconcileDue } from './reconcile-day.ts';
import { lastRunsOf } from './run-store.ts';

setStage();

const MINUTE_MS = 60_000;
const query = <R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
  stage.server.deps.database.query<R>(text, values);

let day: string;
/** Noon of a day of its own, with everything before it done. */
beforeEach(async () => {
  stage.clock.set(beijingMs(`${addDays(beijingDate(stage.clock.now()), 1)} 12:00:00`));
  day = beijingDate(stage.clock.now());
  await reconcile();
});

async function paidByWechat(): Promise<TestOrder> {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await pay(order);
  return order;
}

async function paidByAlipay(): Promise<TestOrder> {
  const { user, order } = await orderOf();
  const reply = await stage.server.call<{ payUrl: string }>(
    'alipayWapPay',
    { orderNo: order.orderNo },
    requestOf(user),
  );
  if (!reply.ok) throw new Error(`alipayWapPay: ${reply.name}`);
  await (await fetch(reply.value.payUrl)).text();
  stage.sandbox.control.alipay.orders.act(numberOf(order), 'pay');
  await stage.sandbox.control.settle();
  return order;
}

/** An order paid at the provider whose every notice is lost; nobody has asked about it yet. */
async function unheardPayment(): Promise<TestOrder> {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  fault(order, 'notify_lost', { call: 'notify', times: 50 });
  await pay(order);
  return order;
}

/** The morning after, five past ten. */
function nextMorning(time = '10:05:00'): void {
  stage.clock.set(beijingMs(`${addDays(beijingDate(stage.clock.now()), 1)} ${time}`));
}

async function reconcile(server = stage.server): Promise<void> {
  while ((await reconcileDue(server.deps)) > 0);
}

function spoil(provider: 'wechat-pay' | 'alipay', kind: FaultKind, times = 1): void {
  stage.sandbox.control.faults.add({ provider, kind, times });
}

const decideOne = (id: bigint, resolution: Resolution) =>
  decideDifference(stage.server.deps, id, {
    resolution,
    reason: '已与渠道核对',
    by: '张会计',
    atMs: stage.clock.now(),
  });

const found = (provider: string, at = day): Promise<StoredDifference[]> =>
  differencesOf(stage.server.deps.database.query, provider, at);

async function shown(provider: string, at = day): Promise<string[][]> {
  return (await found(provider, at)).map((row) => [row.class, row.state, row.finding, row.advice]);
}

async function summaryOf(provider: string) {
  const runs = await lastRunsOf(stage.server.deps.database.query, day);
  return runs.find((run) => run.provider === provider)?.summary;
}

test('a day on which both agree, payments and refunds, at two providers', async () => {
  const orders = [await paidByWechat(), await paidByWechat()];
  await paidByAlipay();
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  await pay(order, 1, 'force-pay');
  for (let round = 0; round < 6; round++) {
    await stage.server.runJob('refunds');
    stage.clock.advance(2 * MINUTE_MS);
    await stage.sandbox.control.settle();
  }
  expect(await factsOf(stage.server, order)).toMatchObject({ refunds: [{ state: 'SETTLED' }] });
  nextMorning();
  await reconcile();
  expect([await found('wechat-pay'), await found('alipay')]).toEqual([[], []]);
  const side = { payments: 3, paymentFen: 94_800, refunds: 1, refundFen: 31_600 };
  expect(await summaryOf('wechat-pay')).toMatchObject({ bill: side, book: side, matched: 4 });
  expect(await summaryOf('alipay')).toMatchObject({ matched: 1, bill: { paymentFen: 31_600 } });
  const text = await billText(stage.server.deps, 'wechat-pay', day, 1);
  for (const paid of orders) expect(text).toContain(numberOf(paid));
  const [row] = await query<{ text_sealed: Buffer }>(`select text_sealed from bills where provider = 'wechat-pay'`);
  expect(row?.text_sealed.includes(Buffer.from('微信订单号'))).toBe(false);
});

test('not before ten, then by itself, each bill by one server only', async () => {
  await paidByWechat();
  nextMorning('09:59:00');
  await reconcile();
  expect(await query('select 1 from bills where day = $1', [day])).toEqual([]);
  stage.clock.advance(2 * MINUTE_MS);
  await Promise.all([reconcile(stage.server), reconcile(stage.other)]);
  const runs = await query<{ provider: string }>('select provider from reconciliation_runs where day = $1', [day]);
  expect(runs.map((run) => run.provider).sort()).toEqual(['alipay', 'unionpay', 'wechat-pay']);
});

test('长款: what the provider confirms becomes a paid order, and the difference settles itself', async () => {
  const order = await unheardPayment();
  expect(await factsOf(stage.server, order)).toMatchObject({ premiumPayments: 0 });
  nextMorning();
  await reconcile();
  expect(await factsOf(stage.server, order)).toEqual(PAID);
  expect(await shown('wechat-pay')).toEqual([['provider-only', 'resolved', '渠道账单有这笔付款，我方没有', 'book']]);
  expect(await summaryOf('wechat-pay')).toMatchObject({ matched: 1 });
});

test('长款: a line that the provider does not confirm settles nothing and waits for a person', async () => {
  const order = await unheardPayment();
  await stage.sandbox.control.settle();
  stage.sandbox.control.faults.add({ provider: 'wechat-pay', call: 'order.query', kind: 'http_500', times: 200 });
  nextMorning();
  await reconcile();
  expect(await factsOf(stage.server, order)).toMatchObject({ premiumPayments: 0, policies: 0 });
  expect(await shown('wechat-pay')).toEqual([
    ['provider-only', 'open', '渠道查单没有明确结果，可重新核对', 'undecided'],
  ]);
  stage.sandbox.control.faults.remove();
  await wantDay(stage.server.deps.database.query, ['wechat-pay'], day, stage.clock.now());
  await reconcile();
  expect(await factsOf(stage.server, order)).toEqual(PAID);
  expect(await found('wechat-pay')).toMatchObject([{ class: 'provider-only', state: 'resolved' }]);
});

test.each(['wechat-pay', 'alipay'] as const)('%s: a line of a number that is not ours is queued', async (provider) => {
  await (provider === 'alipay' ? paidByAlipay() : paidByWechat());
  spoil(provider, 'bill_extra_row');
  nextMorning();
  await reconcile();
  expect(await shown(provider)).toEqual([['provider-only', 'open', '渠道账单的订单号不是我方的', 'undecided']]);
  const alerts = await query<{ details: object }>(`select details from operator_alerts where kind = 'bill-difference'`);
  expect(alerts).toContainEqual({ details: { provider, day, differences: 1 } });
});

test.each(['wechat-pay', 'alipay'] as const)(
  '%s: a payment that the bill lacks is asked about and queued',
  async (provider) => {
    await (provider === 'alipay' ? paidByAlipay() : paidByWechat());
    const order = await (provider === 'alipay' ? paidByAlipay() : paidByWechat());
    spoil(provider, 'bill_missing_row');
    nextMorning();
    await reconcile();
    expect(await shown(provider)).toEqual([['book-only', 'open', '渠道查单：已付款，账单漏记', 'undecided']]);
    expect((await found(provider))[0]).toMatchObject({ bill_fen: null, book_fen: 31_600, order_id: order.id });
    expect(await factsOf(stage.server, order)).toMatchObject({ status: 30, premiumPayments: 1 });
  },
);

test.each(['wechat-pay', 'alipay'] as const)(
  '%s: an amount that differs by a fen is queued as it is',
  async (provider) => {
    const order = await (provider === 'alipay' ? paidByAlipay() : paidByWechat());
    spoil(provider, 'bill_amount_diff');
    nextMorning();
    await reconcile();
    expect(await found(provider)).toMatchObject([
      { class: 'amount', state: 'open', bill_fen: 31_601, book_fen: 31_600, order_id: order.id },
    ]);
  },
);

test.each(['wechat-pay', 'alipay'] as const)(
  '%s: a bill that is missing is asked for again, and told after a day',
  async (provider) => {
    await (provider === 'alipay' ? paidByAlipay() : paidByWechat());
    spoil(provider, 'bill_missing', 500);
    nextMorning();
    await reconcile();
    expect(await query('select 1 from bills where provider = $1 and day = $2', [provider, day])).toEqual([]);
    const told = () =>
      query<{ details: { day: string } }>(
        `select details from operator_alerts where kind = 'bill-missing' and details->>'provider' = $1`,
        [provider],
      );
    expect(await told()).toEqual([]);
    const [tried] = await query<{ next_try_at: number }>(
      'select next_try_at from reconciliation_days where provider = $1 and day = $2',
      [provider, day],
    );
    expect(tried?.next_try_at).toBe(stage.clock.now() + 5 * MINUTE_MS);
    stage.clock.advance(25 * 60 * MINUTE_MS);
    await reconcile();
    expect(await told()).toEqual([{ details: { provider, day } }]);
    const open = () =>
      query(
        `select 1 from operator_alerts where kind = 'bill-missing' and resolved_at is null and details->>'provider' = $1`,
        [provider],
      );
    expect(await open()).toHaveLength(1);
    stage.sandbox.control.faults.remove();
    stage.clock.advance(61 * MINUTE_MS);
    await reconcile();
    expect(await summaryOf(provider)).toMatchObject({ matched: 1 });
    expect(await found(provider)).toEqual([]);
    // It came after all: nobody has to see to it any more.
    expect(await open()).toEqual([]);
  },
);

test('a file that does not fit its hash is no bill', async () => {
  await paidByWechat();
  spoil('wechat-pay', 'bill_hash_wrong');
  nextMorning();
  await reconcile();
  expect(await query(`select 1 from bills where provider = 'wechat-pay' and day = $1`, [day])).toEqual([]);
  const [row] = await query<{ last_problem: string }>(
    `select last_problem from reconciliation_days where provider = 'wechat-pay' and day = $1`,
    [day],
  );
  expect(row?.last_problem).toBe('bill file does not fit its hash');
  stage.clock.advance(6 * MINUTE_MS);
  await reconcile();
  expect(await summaryOf('wechat-pay')).toMatchObject({ matched: 1 });
});

test('another content is a new version; the old one stays, and the differences follow the new one', async () => {
  await paidByWechat();
  spoil('wechat-pay', 'bill_amount_diff');
  nextMorning();
  await reconcile();
  const again = () => wantDay(stage.server.deps.database.query, ['wechat-pay'], day, stage.clock.now());
  await again();
  await reconcile();
  await again();
  await reconcile();
  const versions = await query<{ version: number; sha1: string }>(
    `select version, sha1 from bills where provider = 'wechat-pay' and day = $1 order by version`,
    [day],
  );
  expect(versions.map(({ version }) => version)).toEqual([1, 2]);
  expect(versions[0]?.sha1).not.toBe(versions[1]?.sha1);
  expect(await found('wechat-pay')).toMatchObject([{ class: 'amount', state: 'resolved' }]);
  expect(await billText(stage.server.deps, 'wechat-pay', day, 1)).toContain('316.01');
});

test('a bill that two fetch at once is stored once, and two contents are two versions', async () => {
  const bill = (text: string) => ({ provider: 'at-once', day, sha1: text, text, rows: [] });
  const store = (text: string) => storeBill(stage.server.deps, bill(text));
  expect(await Promise.all(['a', 'a', 'a', 'a'].map(store))).toEqual([1, 1, 1, 1]);
  expect((await Promise.all(['b', 'c'].map(store))).sort()).toEqual([2, 3]);
});

test('what a person decided stays decided while it says the same', async () => {
  await paidByWechat();
  spoil('wechat-pay', 'bill_amount_diff', 2);
  nextMorning();
  await reconcile();
  const [difference] = await found('wechat-pay');
  const decide = (resolution: Resolution, id = difference?.id as bigint) => decideOne(id, resolution);
  const suspense = async () => {
    const { accounts, totalFen, clearing, facts } = await trialBalance(stage.server.deps.database, stage.clock.now());
    expect([totalFen, facts.wrong, clearing.every((check) => check.isRight)]).toEqual([0, 0, true]);
    return accounts.find(({ account }) => account === 'suspense')?.balanceFen ?? 0;
  };
  for (const impossible of ['booked', 'refunded', 'corrected'] as const) {
    expect(await decide(impossible)).toMatchObject({ kind: 'not-so' });
  }
  expect(await decide('held')).toEqual({ kind: 'decided' });
  expect(await found('wechat-pay')).toMatchObject([{ state: 'held', resolved_by: '张会计' }]);
  // The bill has a fen more: the clearing account has it too, owed to nobody known.
  expect(await suspense()).toBe(-1);
  expect(await decide('held')).toEqual({ kind: 'decided' });
  expect(await suspense()).toBe(-1);
  expect(await decide('checked')).toEqual({ kind: 'decided' });
  expect(await suspense()).toBe(0);
  expect([await decide('checked'), await decide('held', 5n)]).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
  await wantDay(stage.server.deps.database.query, ['wechat-pay'], day, stage.clock.now());
  await reconcile();
  expect(await found('wechat-pay')).toMatchObject([
    { class: 'amount', state: 'resolved', resolution: 'checked', reason: '已与渠道核对', resolved_by: '张会计' },
  ]);
});

test('补单 and 退款: what the provider would not say is booked from its bill by the one way, and given back', async () => {
  const [first, second] = [await unheardPayment(), await unheardPayment()];
  stage.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'http_500', call: 'order.query', times: 99 });
  nextMorning();
  await reconcile();
  const open = await found('wechat-pay');
  expect(open.map((row) => [row.class, row.state])).toEqual([
    ['provider-only', 'open'],
    ['provider-only', 'open'],
  ]);
  const idFor = (order: TestOrder) => open.find(({ order_id: id }) => id === order.id)?.id as bigint;
  const both = [stage.server, stage.other].map(({ deps }) =>
    decideDifference(deps, idFor(first), {
      resolution: 'booked',
      reason: '渠道已确认',
      by: '张会计',
      atMs: stage.clock.now(),
    }),
  );
  expect((await Promise.all(both)).map(({ kind }) => kind)).toContain('decided');
  expect(await factsOf(stage.server, first)).toMatchObject({ premiumPayments: 1 });
  expect(await decideOne(idFor(second), 'refunded')).toEqual({ kind: 'decided' });
  expect((await factsOf(stage.server, second)).refunds).toMatchObject([{ amount_fen: second.premiumFen }]);
  stage.sandbox.control.faults.remove();
  for (let round = 0; round < 3; round++) {
    await stage.server.runJob('refunds');
    stage.clock.advance(2 * MINUTE_MS);
    await stage.sandbox.control.settle();
  }
  expect(await factsOf(stage.server, second)).toMatchObject({ refunds: [{ state: 'SETTLED' }] });
  await wantDay(stage.server.deps.database.query, ['wechat-pay'], day, stage.clock.now());
  await reconcile();
  expect(await summaryOf('wechat-pay')).toMatchObject({ matched: 2 });
  expect((await found('wechat-pay')).map(({ state }) => state)).toEqual(['resolved', 'resolved']);
  expect(await trialBalance(stage.server.deps.database, stage.clock.now())).toMatchObject({ totalFen: 0 });
});

test('挂账 ends by itself when the true bill comes', async () => {
  await paidByWechat();
  spoil('wechat-pay', 'bill_missing_row', 1);
  nextMorning();
  await reconcile();
  const [difference] = await found('wechat-pay');
  expect(await decideOne(difference?.id as bigint, 'held')).toEqual({ kind: 'decided' });
  const held = async () =>
    (await trialBalance(stage.server.deps.database, stage.clock.now())).clearing.find(
      ({ provider }) => provider === 'wechat-pay',
    )?.heldFen;
  const before = (await held()) as number;
  await wantDay(stage.server.deps.database.query, ['wechat-pay'], day, stage.clock.now());
  await reconcile();
  expect(await found('wechat-pay')).toMatchObject([{ state: 'resolved', resolution: 'cleared' }]);
  expect((await held()) as number).toBe(before + 31_600);
});

test('跨日: near midnight waits for the next bill, which settles it', async () => {
  await paidByWechat();
  stage.clock.set(beijingMs(`${day} 23:58:00`));
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  stage.clock.set(beijingMs(`${addDays(day, 1)} 00:05:00`));
  await pay(order);
  // The provider's bill goes by another clock than its notice.
  const paidAt = new Date(beijingMs(`${day} 23:59:41`));
  await query('update payments set paid_at = $2 where order_id = $1', [order.id, paidAt]);
  stage.clock.set(beijingMs(`${addDays(day, 1)} 10:05:00`));
  await reconcile();
  expect(await shown('wechat-pay')).toEqual([['cross-day', 'waiting', '临近零点付款，等相邻一天的账单', 'undecided']]);
  nextMorning();
  await reconcile();
  expect(await shown('wechat-pay')).toEqual([['cross-day', 'resolved', '临近零点付款，账单在相邻一天', 'none-needed']]);
  expect(await found('wechat-pay', addDays(day, 1))).toEqual([]);
});

test('状态不符: a refund that is settled there and open here is asked about, and settled by the answer', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  await pay(order, 1, 'force-pay');
  await stage.server.runJob('refunds');
  fault(order, 'notify_lost', { call: 'notify', times: 50 });
  stage.clock.advance(10 * MINUTE_MS);
  for (const refund of stage.sandbox.control.refunds.list()) {
    if (refund.outTradeNo === numberOf(order)) stage.sandbox.control.refunds.settle(refund.outRefundNo);
  }
  await stage.sandbox.control.settle();
  expect(await factsOf(stage.server, order)).toMatchObject({ refunds: [{ state: 'PROCESSING' }] });
  nextMorning();
  await reconcile();
  expect(await factsOf(stage.server, order)).toMatchObject({ refunds: [{ state: 'SETTLED' }] });
  expect(await shown('wechat-pay')).toContainEqual(['state', 'resolved', '渠道已退，我方退款中', 'correct']);
});

test('退款不符: a refund that the bill lacks is asked about and queued', async () => {
  await paidByWechat();
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  await pay(order, 1, 'force-pay');
  for (let round = 0; round < 6; round++) {
    await stage.server.runJob('refunds');
    stage.clock.advance(2 * MINUTE_MS);
    await stage.sandbox.control.settle();
  }
  spoil('wechat-pay', 'bill_missing_row');
  nextMorning();
  await reconcile();
  expect(await shown('wechat-pay')).toEqual([['refund', 'open', '渠道查询：已退款，账单漏记', 'undecided']]);
});

test('days that were missed are made up for: from the last one known, ninety at most', async () => {
  const { database } = stage.server.deps;
  const later = (days: number) => beijingMs(`${addDays(day, days)} 10:00:00`);
  const planned = (): Promise<{ day: string }[]> =>
    query(`select day from reconciliation_days where provider = 'another' order by day`);
  await planDays(database.query, ['another'], later(0));
  expect(await planned()).toEqual([{ day: addDays(day, -1) }]);
  await planDays(database.query, ['another'], later(3));
  expect((await planned()).map((row) => row.day)).toEqual([-1, 0, 1, 2].map((days) => addDays(day, days)));
  await planDays(database.query, ['another'], later(200));
  const days = (await planned()).map((row) => row.day);
  expect([days.length, days[4], days.at(-1)]).toEqual([94, addDays(day, 110), addDays(day, 199)]);
});

test('a bill of many lines takes as many statements as one of few', async () => {
  async function statementsFor(lines: number): Promise<number> {
    const code = `bulk-${lines}`;
    const text = `bill of ${lines}`;
    const rows = Array.from({ length: lines }, (_, index) => ({
      kind: 'payment' as const,
      merchantOrderNo: `B${index}`,
      providerTxn: `T${index}`,
      refundNo: null,
      amountFen: 100,
      atMs: stage.clock.now(),
      settled: true,
    }));
    const provider = {
      ...(stage.server.deps.providers.get('wechat-pay') as PaymentProvider),
      code,
      downloadBill: async () => ({ kind: 'bill' as const, day, sha1: text, text, rows, corrections: 2 }),
    };
    let statements = 0;
    const counted =
      (inner: Query): Query =>
      (sql, values) => {
        statements += 1;
        return inner(sql, values);
      };
    const { database } = stage.server.deps;
    const watched: Database = {
      ...database,
      query: counted(database.query),
      transaction: (work) => database.transaction((inner) => work(counted(inner))),
    };
    const deps = { ...stage.server.deps, database: watched, providers: new Map([[code, provider]]) };
    await wantDay(database.query, [code], day, stage.clock.now());
    statements = 0;
    await reconcileDue(deps);
    expect((await found(code)).length).toBe(lines);
    return statements;
  }
  expect(await statementsFor(700)).toBe(await statementsFor(2));
  const told = `select details from operator_alerts where kind = 'bill-corrections' order by details->>'provider'`;
  expect(await query(told)).toEqual(
    ['bulk-2', 'bulk-700'].map((provider) => ({ details: { provider, day, rows: 2 } })),
  );
});
