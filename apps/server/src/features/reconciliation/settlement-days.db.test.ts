import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import { expect, test } from 'vitest';
import type { CashierForm } from '../../ports/payment-provider.ts';
import { factsOf, requestOf, type TestOrder } from '../payment/testing/payment-bench.ts';
import { numberOf, orderOf, setStage, stage } from '../payment/testing/payment-stage.ts';
import { differencesOf } from './difference-store.ts';
import { reconcileDue } from './reconcile-day.ts';
import { lastRunsOf } from './run-store.ts';

setStage();

/** Paid at UnionPay after it was cancelled, so that the money has to go back. */
async function paidAfterItsEnd(): Promise<TestOrder> {
  const { user, order } = await orderOf();
  const reply = await stage.server.call<CashierForm>('unionpayWapPay', { orderNo: order.orderNo }, requestOf(user));
  if (!reply.ok) throw new Error(`unionpayWapPay: ${reply.name}`);
  const { action, fields } = reply.value;
  await (await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })).text();
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  stage.sandbox.control.unionpay.orders.act(numberOf(order), 'pay');
  await stage.sandbox.control.settle();
  return order;
}

test('银联: its day ends at 23:00, and a refund of a later day is found without its payment beside it', async () => {
  const { query } = stage.server.deps.database;
  const day = addDays(beijingDate(stage.clock.now()), 1);
  const at = (days: number, time: string) => stage.clock.set(beijingMs(`${addDays(day, days)} ${time}`));
  const reconcile = async () => {
    while ((await reconcileDue(stage.server.deps)) > 0);
  };
  const found = (days: number) => differencesOf(query, 'unionpay', addDays(day, days));
  at(0, '12:00:00');
  await reconcile();
  const order = await paidAfterItsEnd();
  at(1, '23:30:00');
  await stage.server.runJob('refunds');
  stage.clock.advance(60_000);
  await stage.sandbox.control.settle();
  expect(await factsOf(stage.server, order)).toMatchObject({ refunds: [{ state: 'SETTLED' }] });
  at(2, '10:05:00');
  await reconcile();
  const run = (await lastRunsOf(query, day)).find((one) => one.provider === 'unionpay');
  expect(run?.summary).toMatchObject({ matched: 1, bill: { payments: 1, paymentFen: 31_600 } });
  expect(await found(0)).toEqual([]);
  expect(await found(1)).toMatchObject([{ class: 'cross-day', state: 'waiting' }]);
  at(3, '10:05:00');
  await reconcile();
  expect(await found(1)).toMatchObject([{ class: 'cross-day', state: 'resolved', order_id: order.id }]);
  expect(await found(2)).toEqual([]);
  expect(await query(`select 1 from operator_alerts where kind like 'bill-%'`)).toEqual([]);
});
