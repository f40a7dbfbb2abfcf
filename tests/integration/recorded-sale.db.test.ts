import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDamage } from '@huimin/evidence/bytes';
import { type Chunk, openPart, readChunk } from '@huimin/evidence/chunk';
import { orderDigest } from '@huimin/evidence/sealed';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chunksOfRecording,
  openKeys,
  ordersOfRecording,
  ordersWithRecording,
  readChunks,
  recordingByTrace,
  recordingOfOrder,
  recordOrders,
} from '../../apps/server/src/features/recording/index.ts';
import { batchOf, eventsOf, send } from './recording-client.ts';
import {
  agreements,
  eventually,
  loggedIn,
  openShop,
  pay,
  placeOrder,
  REQUIRED,
  type RunningServer,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

let shop: Shop;
let server: RunningServer;
beforeAll(async () => {
  shop = await openShop({ servers: 2 });
  server = shop.servers[0] as RunningServer;
});
afterAll(() => shop?.close());

interface Told {
  readonly type: 'server';
  readonly at: number;
  readonly what: string;
  readonly facts: Record<string, unknown>;
}

const query: RunningServer['deps']['database']['query'] = (text, values) => server.deps.database.query(text, values);

/** What the server itself has added to a recording, in order. */
async function toldTo(trace: string): Promise<Told[]> {
  const { recordings } = server.built;
  const rows = (await chunksOfRecording(query, trace)).filter(({ kind }) => kind === 'server');
  const keys = await openKeys(recordings, trace, { by: 'test', reason: 'looking' });
  if (keys === null) return [];
  const chunks = (await readChunks(recordings, rows)).map(readChunk);
  expect(chunks.some(isDamage)).toBe(false);
  return (chunks as Chunk[]).map(
    (chunk) => (JSON.parse(openPart(chunk, 'view', keys.view) as string) as Told[])[0] as Told,
  );
}

const refOf = (orderNo: string) => {
  const orderId = server.deps.numbers.orderId(orderNo) as bigint;
  return { orderId, shard: Number((orderId >> 14n) & 255n) };
};
const stateOf = async (orderNo: string) => {
  const { shard, orderId } = refOf(orderNo);
  return eventually(
    () => recordingOfOrder(query, shard, orderId),
    (found) => found !== null,
  );
};

async function visitOf(visitor: Visitor): Promise<string> {
  visitor.recordId = randomUUID();
  await send(visitor, batchOf(visitor.recordId, 0, eventsOf('index')));
  return visitor.recordId;
}

test('an order is tied to its visit by the server, which tells there what became of it, each once', async () => {
  const visitor = shop.visitor();
  const trace = await visitOf(visitor);
  await visitor.logIn(people.linMei);
  const order = await placeOrder(visitor, [people.linMei, people.mother]);
  expect(await stateOf(order.orderNo)).toEqual({ trace, state: 'bound' });
  await pay(visitor, order.orderNo, shop.sandbox);
  await eventually(
    () => toldTo(trace),
    (told) => told.some(({ what }) => what === 'policies-issued'),
  );
  const told = await toldTo(trace);
  expect(told.map(({ what }) => what)).toEqual([
    'bound',
    'order-saved',
    'payment-asked',
    'payment-result',
    'policies-issued',
  ]);
  const { orderNo } = order;
  for (const { facts } of told) expect(facts).toMatchObject({ orderNo });
  const [bound, saved, asked, result, issued] = told as [Told, Told, Told, Told, Told];
  const { digest, ...canonical } = saved.facts;
  expect(orderDigest(canonical as never)).toBe(digest);
  expect(canonical).toMatchObject({ edition: 'demo27', insuredCount: 2, premiumFen: 31_600, savedAt: saved.at });
  expect((canonical.documents as { id: string }[]).map(({ id }) => id).sort()).toEqual([...REQUIRED].sort());
  expect(asked.facts).toMatchObject({ amountFen: 31_600 });
  expect(result.facts).toMatchObject({ result: 'paid', amountFen: 31_600, payment: asked.facts.payment });
  expect(issued.facts.policies).toHaveLength(2);
  const recording = await recordingByTrace(query, trace);
  expect(bound.facts.holder).toBe(recording?.holder?.toString('hex'));
  const text = JSON.stringify(told);
  for (const { name, idNumber, phone } of [people.linMei, people.mother]) {
    for (const secret of [name, idNumber, phone]) expect(text).not.toContain(secret);
  }
  // Again, by both servers at once: nothing is added.
  await Promise.all(shop.servers.map(({ built }) => recordOrders(built.recordings, [refOf(orderNo)])));
  expect(await toldTo(trace)).toEqual(told);
  expect((await ordersOfRecording(query, trace)).map(({ order_id: id }) => server.deps.numbers.orderNo(id))).toEqual([
    orderNo,
  ]);
});

test('an order without a visit, or with another account’s, says so', async () => {
  const silent = await loggedIn(shop, people.father);
  const unseen = (await placeOrder(silent, [people.father])).orderNo;
  expect(await stateOf(unseen)).toEqual({ trace: null, state: 'unrecorded' });
  const owner = await loggedIn(shop, resident(1));
  const trace = await visitOf(owner);
  const thief = await loggedIn(shop, resident(2));
  thief.recordId = trace;
  const taken = (await placeOrder(thief, [resident(2)])).orderNo;
  expect(await stateOf(taken)).toEqual({ trace: null, state: 'foreign' });
  expect(await toldTo(trace)).toEqual([]);
  const vague = await loggedIn(shop, resident(3));
  vague.recordId = '../etc';
  expect(await stateOf((await placeOrder(vague, [resident(3)])).orderNo)).toEqual({ trace: null, state: 'unrecorded' });
  const mayBeRecorded = () => ordersWithRecording(server.built.recordings, [unseen, taken].map(refOf));
  expect(await mayBeRecorded()).toEqual([refOf(taken)]);
  // Paid in a visit that is recorded: that one hears of it.
  const later = await visitOf(silent);
  await pay(silent, unseen, shop.sandbox);
  const told = await eventually(
    () => toldTo(later),
    (list) => list.some(({ what }) => what === 'payment-result'),
  );
  expect(told.map(({ what }) => what)).toEqual(['bound', 'payment-asked', 'payment-result']);
  expect((await mayBeRecorded()).map(({ orderId }) => orderId).sort()).toEqual(
    [unseen, taken].map((orderNo) => refOf(orderNo).orderId).sort(),
  );
  expect(await stateOf(unseen)).toEqual({ trace: null, state: 'unrecorded' });
});

test('batches that come after the order find their recording there; paid in another visit, both are told', async () => {
  const visitor = await loggedIn(shop, resident(4));
  const first = randomUUID();
  visitor.recordId = first;
  const { orderNo } = await placeOrder(visitor, [resident(4)]);
  expect(await stateOf(orderNo)).toEqual({ trace: first, state: 'bound' });
  expect(await send(visitor, batchOf(first, 0, eventsOf('from the queue')))).toMatchObject({ code: 200000, ack: 0 });
  const second = await visitOf(visitor);
  await pay(visitor, orderNo, shop.sandbox);
  const told = await eventually(
    () => toldTo(second),
    (list) => list.length === 3,
  );
  expect(told.map(({ what }) => what)).toEqual(['bound', 'payment-asked', 'payment-result']);
  const all = await eventually(
    () => toldTo(first),
    (list) => list.length === 5,
  );
  expect(all.at(-1)?.what).toBe('policies-issued');
});

test('an edition that sells only what is recorded refuses an order without a living recording, in words', async () => {
  await query(
    `update editions set document = document || '{"recordingRequired": true}', config_version = config_version + 1
     where is_default`,
  );
  await server.deps.editions.refresh();
  const visitor = await loggedIn(shop, resident(5));
  const { memberId } = await visitor.value('addMember', {
    ...{ relationship: '00', name: resident(5).name, idType: '01', idNumber: resident(5).idNumber },
    ...{ regionCode: '320500', consent: true, phone: resident(5).phone },
  });
  const save = async () =>
    visitor.call('saveOrder', {
      clientKey: 'recorded-order-0001',
      policyholderMemberId: memberId,
      insuredMemberIds: [memberId],
      agreedDocuments: await agreements(visitor.value, REQUIRED),
    });
  expect((await save()).envelope).toMatchObject({ code: 400803, message: '页面记录没有接通，请重新打开页面再提交' });
  await visitOf(visitor);
  shop.clock.advance(11 * 60_000);
  expect((await save()).envelope).toMatchObject({ code: 400803 });
  await send(visitor, batchOf(visitor.recordId, 1, eventsOf('confirm')));
  expect((await save()).envelope).toMatchObject({ code: 200000 });
  expect(JSON.stringify(await visitor.value('productInfo', {}))).not.toContain('recordingRequired');
});

test('a folder that cannot be written to costs the recording, and nothing of the sale', async () => {
  const inTheWay = join(mkdtempSync(join(tmpdir(), 'recordings-')), 'a-file');
  writeFileSync(inTheWay, '');
  const broken = await openShop({ environment: { RECORDING_DIR: join(inTheWay, 'recordings') } });
  try {
    const visitor = await loggedIn(broken, resident(6));
    visitor.recordId = randomUUID();
    expect(await send(visitor, batchOf(visitor.recordId, 0, eventsOf('index')))).toMatchObject({ code: 500000 });
    const { orderNo } = await placeOrder(visitor, [resident(6)]);
    await pay(visitor, orderNo, broken.sandbox);
    await eventually(
      () => visitor.value('queryOrderDetail', { orderNo }),
      (detail) => detail.people.every(({ policyNo }) => policyNo !== null),
    );
    expect(await (await visitor.raw('/readyz')).json()).toEqual({ status: 'ready' });
    await broken.servers[0]?.built.jobs.find(({ name }) => name === 'recording-folder')?.run();
    expect(await (await visitor.raw('/metrics')).text()).toContain('hm_recording_folder_writable 0');
  } finally {
    await broken.close();
    rmSync(dirname(inTheWay), { recursive: true });
  }
});
