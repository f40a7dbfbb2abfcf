import type { OrderPaymentStateValue } from '@huimin/contract';
import type { Sandbox } from '@huimin/sandbox';
import { createTestClock, type FreshDatabase, freshDatabase, type TestClock } from '@huimin/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { SessionUser } from '../../../http/handler.ts';
import {
  newUser,
  openPaymentServer,
  openTestSandbox,
  type PaymentServer,
  requestOf,
  saveTestOrder,
  type TestOrder,
} from './payment-bench.ts';

type FaultRequest = Parameters<Sandbox['control']['faults']['add']>[0];
export type FaultKind = FaultRequest['kind'];

export const PAID = {
  status: 30,
  premiumPayments: 1,
  surplusPayments: 0,
  policies: 2,
  claims: 2,
  paidNews: 1,
  refunds: [],
};
export const UNPAID = { premiumPayments: 0, surplusPayments: 0, policies: 0, claims: 2, paidNews: 0, refunds: [] };

/** Two servers on one database and one sandbox, for one test file; known after its `beforeAll`. */
export const stage = {} as {
  clock: TestClock;
  database: FreshDatabase;
  sandbox: Sandbox;
  server: PaymentServer;
  other: PaymentServer;
  openId: string;
};

/** Sets the stage up for a test file and takes it down again. */
export function setStage(): void {
  beforeAll(async () => {
    stage.clock = createTestClock();
    stage.database = await freshDatabase();
    stage.sandbox = await openTestSandbox(stage.clock);
    stage.openId = stage.sandbox.control.users.list()[0]?.openid as string;
    const shared = { databaseUrl: stage.database.url, sandbox: stage.sandbox, clock: stage.clock };
    stage.server = await openPaymentServer({ ...shared, workerNumber: 1 });
    stage.other = await openPaymentServer({ ...shared, workerNumber: 2 });
  });
  afterAll(async () => {
    await stage.server?.close();
    await stage.other?.close();
    await stage.sandbox?.close();
    await stage.database?.drop();
  });
  afterEach(() => {
    stage.sandbox.control.faults.remove();
    stage.sandbox.control.notifications.release();
    stage.clock.advance(60_000);
  });
}

export async function orderOf(user: SessionUser = newUser()): Promise<{ user: SessionUser; order: TestOrder }> {
  return { user, order: await saveTestOrder(stage.server, user) };
}

export async function startJsapi(user: SessionUser, order: TestOrder, at = stage.server): Promise<string> {
  const reply = await at.call<{ package: string }>(
    'jsapiPay',
    { orderNo: order.orderNo },
    requestOf(user, stage.openId),
  );
  if (!reply.ok) throw new Error(`jsapiPay: ${reply.name} ${reply.message}`);
  return reply.value.package;
}

export async function state(user: SessionUser, order: TestOrder): Promise<OrderPaymentStateValue> {
  const reply = await stage.server.call<OrderPaymentStateValue>(
    'queryInsureOrder',
    { orderNo: order.orderNo },
    requestOf(user),
  );
  if (!reply.ok) throw new Error(`queryInsureOrder: ${reply.name}`);
  return reply.value;
}

export function numberOf(order: TestOrder, attemptNo = 1): string {
  return stage.server.deps.numbers.merchantOrderNo(order.id, attemptNo);
}

/** Orders a fault for the calls and notices of the order's first attempt. */
export function fault(
  order: TestOrder,
  kind: FaultKind,
  more: { call?: string; times?: number; args?: object } = {},
): void {
  stage.sandbox.control.faults.add({
    provider: 'wechat-pay',
    kind,
    match: { outTradeNo: numberOf(order) },
    ...more,
  } as FaultRequest);
}

/** The payer pays and the provider's notices that are due arrive. */
export async function pay(order: TestOrder, attemptNo = 1, action: 'pay' | 'force-pay' = 'pay'): Promise<void> {
  stage.sandbox.control.orders.act(numberOf(order, attemptNo), action);
  await stage.sandbox.control.settle();
}

export function noticesOf(order: TestOrder, attemptNo = 1) {
  return stage.sandbox.control.notifications.list().filter((row) => row.outTradeNo === numberOf(order, attemptNo));
}
