import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { people } from '@huimin/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskAt } from './desk.ts';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  openShop,
  pay,
  REQUIRED,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

let shop: Shop;
let visitor: Visitor;
let selfId: string;
let next = 0;

beforeAll(async () => {
  shop = await openShop({ servers: 2 });
  visitor = await loggedIn(shop, people.linMei);
  selfId = await keep(visitor, people.linMei, '00');
});
afterAll(() => shop?.close());

/** Runs SQL beside the shop, from a database that stays up. */
async function beside(text: string): Promise<void> {
  const url = new URL(shop.database.url);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const databaseName = () => new URL(shop.database.url).pathname.slice(1);
const cutConnections = () =>
  beside(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName()}'`);

async function goAway(): Promise<void> {
  await beside(`alter database ${databaseName()} allow_connections false`);
  await cutConnections();
}
const comeBack = () => beside(`alter database ${databaseName()} allow_connections true`);

async function saveInput() {
  return {
    clientKey: randomBytes(16).toString('hex'),
    policyholderMemberId: selfId,
    insuredMemberIds: [await keep(visitor, resident(next++), '02')],
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  };
}

test('while the database is away: 500, the envelope, no secret; back again without a restart', async () => {
  const input = await saveInput();
  await goAway();
  for (const [name, given] of [
    ['queryFamily', {}],
    ['saveOrder', input],
    ['queryOrders', {}],
    ['sendSmsCode', { phone: resident(500).phone }],
  ] as const) {
    const { status, envelope } = await visitor.call(name as 'queryFamily', given as object);
    expect([name, status]).toEqual([name, 500]);
    expect(envelope).toMatchObject({ code: 500000, message: '系统忙，请稍后再试', result: null });
    expect(envelope.subMessage).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(envelope)).not.toMatch(/postgres|database|select|password/i);
  }
  // What is held in memory goes on: the page still opens and says what is sold.
  expect((await visitor.call('productInfo', {})).envelope.code).toBe(200000);
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${shop.origin}/readyz`)).status).toBe(503);

  await comeBack();
  await eventually(
    async () => (await fetch(`${shop.origin}/readyz`)).status,
    (status) => status === 200,
  );
  const saved = await eventually(
    async () => (await visitor.call('saveOrder', input)).envelope,
    (envelope) => envelope.code === 200000,
  );
  await pay(visitor, saved.result?.orderNo as string, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo: saved.result?.orderNo as string }),
    (state) => state.issuedCount === 1,
  );
});

test('connections cut under running saves: each answers, and a repeat with the same key makes one order each', async () => {
  const inputs = [];
  for (let index = 0; index < 12; index++) inputs.push(await saveInput());
  const [answers] = await Promise.all([
    Promise.all(inputs.map((input) => visitor.call('saveOrder', input))),
    cutConnections(),
  ]);
  for (const { status, envelope } of answers)
    expect([200000, 500000]).toContain(status === 200 ? envelope.code : 500000);
  const orderNos = new Set<string>();
  for (const input of inputs) {
    const saved = await eventually(
      async () => (await visitor.call('saveOrder', input)).envelope,
      (envelope) => envelope.code === 200000,
    );
    orderNos.add(saved.result?.orderNo as string);
  }
  expect(orderNos.size).toBe(inputs.length);
  const { orders } = await visitor.value('queryOrders', { limit: 50, filter: 'waiting' });
  expect(orders).toHaveLength(inputs.length);
});

test('a notice that comes while the database is away is asked for again and pays when it is back', async () => {
  const { orderNo } = await visitor.value('saveOrder', await saveInput());
  await visitor.value('wechatWapPay', { orderNo });
  shop.sandbox.control.notifications.hold();
  const outTradeNo = shop.sandbox.control.orders
    .list()
    .find((order) => order.outTradeNo.startsWith(orderNo))?.outTradeNo;
  shop.sandbox.control.orders.act(outTradeNo ?? '', 'pay');
  const notice = shop.sandbox.control.notifications.list().find((entry) => entry.outTradeNo === outTradeNo);
  await goAway();
  const refused = await shop.sandbox.control.notifications.resend(notice?.id ?? '');
  expect(refused.accepted).toBe(false);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  await comeBack();
  const accepted = await eventually(
    () => shop.sandbox.control.notifications.resend(notice?.id ?? ''),
    (attempt) => attempt.accepted,
  );
  expect(accepted.status).toBe(204);
  expect(await visitor.value('queryOrderDetail', { orderNo })).toMatchObject({ payment: { state: 'paid' } });
  shop.sandbox.control.notifications.release();
});

test('a call that waits too long for a row is answered as by a busy system, residents’ and the console’s; a job waits on', async () => {
  const { deps, built } = shop.servers[0] as Shop['servers'][number];
  const { within } = deps.database;
  const limits: number[] = [];
  const shortened = deps.database as { within: typeof within };
  shortened.within = (ms, work) => {
    limits.push(ms);
    return within(300, work);
  };
  const other = new pg.Client({ connectionString: shop.database.url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('lock table members, staff_sessions, log_checkpoints in access exclusive mode');
    const { status, envelope } = await visitor.call('queryFamily', {});
    expect(status).toBe(200);
    expect(envelope).toMatchObject({ code: 500000, message: '系统忙，请稍后再试', result: null });
    const desk = deskAt(shop.origin);
    desk.cookie = `hm_console=${'a'.repeat(43)}`;
    expect(await desk.call('whoAmI')).toMatchObject({ code: 500000, message: '系统忙，请稍后再试' });
    expect(new Set(limits)).toEqual(new Set([20_000, 45_000]));
    const page = await fetch(`${shop.origin}/traceable-service/log/checkpoint`);
    expect(page.status).toBe(503);
    expect(await page.json()).toMatchObject({ code: 500000, message: '系统忙，请稍后再试' });
    const sweep = built.jobs.find(({ name }) => name === 'removed-people')?.run();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await other.query('rollback');
    expect(await sweep).toBe(0);
    expect((await visitor.call('queryFamily', {})).envelope.code).toBe(200000);
  } finally {
    await other.end();
    shortened.within = within;
  }
});

// Last: the second server does not come back.
test('a server that is stopped finishes what is under way, takes nothing new, and the other goes on', async () => {
  const [, leaving] = shop.servers as [unknown, Shop['servers'][number]];
  const elsewhere = shop.visitor(1);
  elsewhere.cookie = visitor.cookie;
  expect((await elsewhere.call('queryFamily', {})).envelope.code).toBe(200000);

  const holder = new pg.Client({ connectionString: shop.database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table members in access exclusive mode');
  const underWay = elsewhere.call('queryFamily', {});
  await eventually(
    async () =>
      (await holder.query(`select 1 from pg_locks where not granted and relation = 'members'::regclass`)).rowCount,
    (waiting) => waiting !== 0,
  );
  // Browsers open connections ahead of need; one that never carries a request is not waited for.
  const unused = connect(Number(new URL(leaving.origin).port), 'localhost');
  await once(unused, 'connect');
  let stopped = false;
  const stopping = leaving.close().then(() => {
    stopped = true;
  });
  // New connections are refused from now on, while the request under way is still waited for.
  await eventually(
    () =>
      fetch(`${leaving.origin}/healthz`).then(
        () => false,
        () => true,
      ),
    (refused) => refused,
  );
  expect(stopped).toBe(false);
  await holder.query('rollback');
  await holder.end();
  const { status, envelope } = await underWay;
  expect([status, envelope.code]).toEqual([200, 200000]);
  await stopping;
  unused.destroy();
  expect((await visitor.call('queryFamily', {})).envelope.code).toBe(200000);
});
