import { expect, test } from 'vitest';
import { recordPaidByHand } from './index.ts';
import { beginNextRound, refundByNumber } from './refund-rounds.ts';
import { holdForHand, leaseRefund, lockForHand } from './refund-store.ts';
import { requestOf } from './testing/payment-bench.ts';
import { fault, orderOf, pay, setStage, stage, startJsapi } from './testing/payment-stage.ts';

/** Two connections decide about one refund at the same moment: it is held, or begins its next number, never both. */
setStage();

const WHO = { by: '张会计', reason: '渠道客服确认已关闭' };
const database = () => stage.server.deps.database;
/** Another server, beside what the first one holds. */
const elsewhere = () => stage.other.deps.database;

/** A refund that its provider closed. */
async function closedRefund() {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  fault(order, 'refund_fail', { call: 'refund.create' });
  await pay(order, 1, 'force-pay');
  for (const ms of [0, 60_000, 60_000]) {
    stage.clock.advance(ms);
    await stage.sandbox.control.settle();
    await stage.server.runJob('refunds');
  }
  const number = `R${order.orderNo}51`;
  const refund = await refundByNumber(database().query, stage.server.deps, number);
  if (refund?.state !== 'CLOSED') throw new Error(`the refund is ${refund?.state}`);
  stage.sandbox.control.faults.remove();
  return { number, refund };
}

/** Until some statement waits for a row that another one holds. */
async function isWaiting(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const [row] = await elsewhere().query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
    );
    if (row) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('nothing waits');
}

test('a number that begins while somebody says that it was paid by hand does not begin', async () => {
  const { refund } = await closedRefund();
  const began = await database().transaction(async (inside) => {
    expect(await lockForHand(inside, refund, stage.clock.now())).toBe(true);
    await holdForHand(inside, refund, true);
    const next = beginNextRound(elsewhere().query, refund, WHO, stage.clock.now());
    await isWaiting();
    return { next };
  });
  expect(await began.next).toBeNull();
  const after = await refundByNumber(database().query, stage.server.deps, refund.refund_no);
  expect(after).toMatchObject({ state: 'CLOSED', round: refund.round, isCurrent: true });
});

test('whoever says so while the next number just begins waits for it, and holds what came of it', async () => {
  const { number, refund } = await closedRefund();
  const held = await database().transaction(async (inside) => {
    expect(await beginNextRound(inside, refund, WHO, stage.clock.now())).not.toBeNull();
    const lock = lockForHand(elsewhere().query, refund, stage.clock.now());
    await isWaiting();
    return { lock };
  });
  expect(await held.lock).toBe(true);
  expect(await refundByNumber(database().query, stage.server.deps, number)).toMatchObject({ isCurrent: false });
});

test('a record that was agreed to waits while the refund is being worked on', async () => {
  const { number, refund } = await closedRefund();
  const { query } = database();
  expect(await leaseRefund(query, refund, stage.clock.now())).toBe(true);
  expect(await lockForHand(query, refund, stage.clock.now())).toBe(false);
  const paid = { ...WHO, reference: `BANK-${refund.id}`, paidOn: '2026-11-01' };
  expect(await recordPaidByHand(stage.server.deps, number, paid)).toMatchObject({
    ...{ kind: 'later', why: expect.stringContaining('正在处理') },
  });
  stage.clock.advance(61_000);
  expect(await recordPaidByHand(stage.server.deps, number, paid)).toEqual({ kind: 'paid-by-hand' });
});
