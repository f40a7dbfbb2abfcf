import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, makeHome, type Program, processesOf, ready, startProgram } from './program.ts';
import { createVisitor, eventually, placeOrder, resident, type Visitor } from './shop.ts';

const ISSUED = 50;

let home: Home;
let program: Program;

beforeAll(async () => {
  home = await makeHome();
});
afterAll(async () => {
  if (program && program.child.exitCode === null && program.child.signalCode === null) {
    program.child.kill('SIGINT');
    await program.ended;
  }
  home?.remove();
}, 60_000);

const visitorOf = (): Visitor =>
  createVisitor(program.origin, async (phone) => {
    const { messages } = await ask<{ messages: { text: string }[] }>('GET', `/sms?phone=${phone}`);
    return /[0-9]{6}/.exec(messages[0]?.text ?? '')?.[0] as string;
  });

/** The sandbox's control API. */
async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${program.sandboxOrigin}/_ctl${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Notice {
  readonly id: string;
  readonly state: string;
  readonly outTradeNo: string;
  readonly attempts: unknown[];
}
const notices = async () => (await ask<{ notifications: Notice[] }>('GET', '/notifications')).notifications;

/** Paid at the provider, and the provider's news of it lost for ever. */
async function payWithoutNotice(visitor: Visitor, orderNo: string): Promise<void> {
  await visitor.value('wechatWapPay', { orderNo });
  const { orders } = await ask<{ orders: { outTradeNo: string }[] }>('GET', '/wxpay/orders');
  const outTradeNo = orders.find((order) => order.outTradeNo.startsWith(orderNo))?.outTradeNo;
  await ask('POST', `/wxpay/orders/${outTradeNo}/act`, { action: 'pay' });
  for (const notice of await notices()) await ask('POST', `/notifications/${notice.id}/drop`);
}

/** The order as stored here: this call asks no provider. */
const stored = (visitor: Visitor, orderNo: string) => visitor.value('queryOrderDetail', { orderNo });

test('killed between "paid at the provider" and "stored here": the next start finds the money by asking, once', async () => {
  program = startProgram(home.environment);
  const first = await ready(program);
  await ask('POST', '/notifications/hold');
  // Should this machine be slow, the server's own question must not come through before it is killed.
  await ask('POST', '/faults', { provider: 'wechat-pay', call: 'order.query', kind: 'http_500', times: 1_000 });
  const returning = visitorOf();
  await returning.logIn(people.linMei);
  const asked = await placeOrder(returning, [people.linMei, people.mother]);
  const gone = visitorOf();
  await gone.logIn(people.stranger);
  const silent = await placeOrder(gone, [people.stranger, resident(1)]);
  await payWithoutNotice(returning, asked.orderNo);
  await payWithoutNotice(gone, silent.orderNo);
  expect(await stored(returning, asked.orderNo)).toMatchObject({ payment: { state: 'unpaid' } });
  expect(await stored(gone, silent.orderNo)).toMatchObject({ payment: { state: 'unpaid' } });

  program.child.kill('SIGKILL');
  expect(await program.ended).toBe('SIGKILL');

  program = startProgram(home.environment);
  const second = await ready(program);
  console.log(`ready after ${Math.round(first)} ms (first start), ${Math.round(second)} ms (after kill -9)`);

  // The payer who comes back asks; the one who never does is found by the job.
  expect(await returning.value('queryInsureOrder', { orderNo: asked.orderNo })).toMatchObject({ payment: 'paid' });
  for (const [visitor, orderNo] of [
    [returning, asked.orderNo],
    [gone, silent.orderNo],
  ] as const) {
    const detail = await eventually(
      () => stored(visitor, orderNo),
      (value) => value.order.status === ISSUED,
      60_000,
    );
    expect(detail).toMatchObject({ payment: { state: 'paid', paidFen: 31_600 } });
    expect(new Set(detail.people.map((person) => person.policyNo)).size).toBe(2);
  }
  // It was no notice: none was ever sent. One that comes after all changes nothing.
  expect((await notices()).map((notice) => [notice.state, notice.attempts.length])).toEqual([
    ['dropped', 0],
    ['dropped', 0],
  ]);
  for (const notice of await notices()) {
    expect(await ask('POST', `/notifications/${notice.id}/resend`)).toMatchObject({ accepted: true });
  }
  for (const [visitor, orderNo] of [
    [returning, asked.orderNo],
    [gone, silent.orderNo],
  ] as const) {
    expect(await stored(visitor, orderNo)).toMatchObject({ order: { status: ISSUED }, people: [{}, {}] });
    expect((await visitor.value('selectListPolicy', {})).policies).toHaveLength(2);
  }
  expect(await ask('GET', '/wxpay/refunds')).toEqual({ refunds: [] });
}, 180_000);

test('a second program on the same data folder is refused while the first one runs', async () => {
  const other = await makeHome();
  const second = startProgram({ ...other.environment, DATA_DIR: home.dataDir });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`The data folder is in use by a running instance (process ${program.child.pid})`);
  expect(second.output()).toContain('DATA_DIR');
  expect((await fetch(`${program.origin}/readyz`)).status).toBe(200);
  other.remove();
}, 60_000);

test('Ctrl-C ends everything: exit code 0, nothing left running, both ports free', async () => {
  // Two, as a terminal and npm both hand it on.
  program.child.kill('SIGINT');
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
  expect(processesOf(home)).toEqual([]);
  for (const origin of [program.origin, program.sandboxOrigin]) await expect(fetch(origin)).rejects.toThrow();
}, 60_000);

test('the start after that is ready again and knows its people', async () => {
  program = startProgram(home.environment);
  console.log(`ready after ${Math.round(await ready(program))} ms (second start)`);
  expect((await fetch(`${program.origin}/`)).headers.get('content-type')).toContain('text/html');
  const visitor = visitorOf();
  const { envelope } = await visitor.call('productInfo', {});
  expect(envelope).toMatchObject({ code: 200000, result: { isDemonstration: true, saleWindow: 'insureing' } });
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(processesOf(home)).toEqual([]);
}, 90_000);

test('whoever hands out requests is told that a server is leaving, and it answers on; Ctrl-C waits for nobody', async () => {
  program = startProgram({ ...home.environment, LEAVE_SECONDS: '600' });
  await ready(program);
  program.child.kill('SIGTERM');
  const isReady = async () => (await fetch(`${program.origin}/readyz`)).status;
  await expect.poll(isReady).toBe(503);
  // As npm and a shell hand it on twice.
  program.child.kill('SIGTERM');
  const answer = await fetch(`${program.origin}/`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  const { envelope } = await visitorOf().call('productInfo', {});
  expect(envelope).toMatchObject({ code: 200000 });
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
  expect(processesOf(home)).toEqual([]);
}, 90_000);
