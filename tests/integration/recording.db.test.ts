import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { signerOf } from '@huimin/evidence/signature';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '../../apps/server/src/db/database.ts';
import {
  batchOf,
  type CollectReply,
  eventsOf,
  plainBatch,
  send,
  sendBody,
  sendPacked,
  sha256,
} from './recording-client.ts';
import { loggedIn, openShop, type RunningServer, resident, type Shop } from './shop.ts';

let shop: Shop;
const rows: Query = (text, values) => (shop.servers[0] as RunningServer).deps.database.query(text, values);
beforeAll(async () => {
  shop = await openShop({ servers: 2, jobs: false });
});
afterAll(() => shop?.close());

interface Stored {
  readonly sha256: string;
  readonly kind: string;
  readonly tab: string;
  readonly seq: number;
  readonly standing: number;
  readonly events: number;
  readonly flags: string[];
  readonly segment: string;
}

/** What the index knows of a recording, in the order in which it came. */
function chunksOf(trace: string): Promise<Stored[]> {
  return rows<Stored>(
    `select encode(sha256, 'hex') as sha256, kind, tab, seq, standing, events, flags, segment from recording_chunks
     where trace = $1 order by received_at, tab, seq, standing`,
    [trace],
  );
}

const newTrace = () => randomUUID();

function isSigned(trace: string, tab: string, seq: number, reply: CollectReply, receivedAt: number): boolean {
  const { publicKey } = signerOf(Buffer.alloc(32, 6));
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]),
    format: 'der',
    type: 'spki',
  });
  const { chunk, signature } = reply.receipt as NonNullable<CollectReply['receipt']>;
  const words = `huimin-receipt-v1\n${trace}\n${tab}\n${seq}\n${chunk}\n${receivedAt}\n`;
  return verify(null, Buffer.from(words), key, Buffer.from(signature, 'base64'));
}

describe('a client that knows nothing but the specification', () => {
  test('sends batches of 60 events; each is stored once, in order, whatever server takes it', async () => {
    const trace = newTrace();
    const batches = Array.from({ length: 6 }, (_, index) => plainBatch(trace, eventsOf(`plain-${index}`, 60)));
    for (const [index, batch] of batches.entries()) {
      expect(await send(shop.visitor(index % 2), batch)).toMatchObject({ code: 200000, message: '成功', ack: index });
    }
    expect(await send(shop.visitor(), batches[2] as object)).toMatchObject({ code: 200000, ack: 5 });
    const chunks = await chunksOf(trace);
    expect(chunks.map(({ tab, seq, events }) => [tab, seq, events])).toEqual(batches.map((_, i) => ['plain', i, 60]));
    expect(chunks.every(({ flags }) => flags.includes('plain'))).toBe(true);
  });

  test('at the same time at two servers: no number is given twice, none is left out', async () => {
    const trace = newTrace();
    const sent = Array.from({ length: 8 }, (_, index) =>
      send(shop.visitor(index % 2), plainBatch(trace, eventsOf(`race-${index}`))),
    );
    expect((await Promise.all(sent)).map(({ code }) => code)).toEqual(Array(8).fill(200000));
    const chunks = await chunksOf(trace);
    expect(chunks.map(({ seq }) => seq).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(chunks.map(({ standing }) => standing))).toEqual(new Set([0]));
  });

  test('what is no list of events is kept all the same, and counted as none', async () => {
    const trace = newTrace();
    expect(await send(shop.visitor(), plainBatch(trace, 'packed some other way'))).toMatchObject({ code: 200000 });
    expect(await chunksOf(trace)).toMatchObject([{ events: 0, flags: ['plain'] }]);
  });

  test('more than 120 batches in a minute: answered well, and a gap says that something is missing', async () => {
    const trace = newTrace();
    const visitor = shop.visitor();
    const codes = new Set<number>();
    for (let index = 0; index < 125; index += 1) {
      codes.add((await send(visitor, plainBatch(trace, eventsOf(`many-${index}`, 1)))).code);
    }
    expect([...codes]).toEqual([200000]);
    expect(await chunksOf(trace)).toHaveLength(121);
    shop.clock.advance(60_000);
    expect(await send(visitor, plainBatch(trace, eventsOf('after', 1)))).toMatchObject({ code: 200000, ack: 121 });
  });
});

describe('our own recorder', () => {
  test('gets an acknowledgement that is true, and a receipt that anybody can check', async () => {
    const trace = newTrace();
    const visitor = shop.visitor();
    const reply = await sendPacked(visitor, batchOf(trace, 0, eventsOf('first'), { n: 3, build: 'b1', final: true }));
    expect(reply).toMatchObject({ code: 200000, ack: 0, serverTime: shop.clock.now() });
    const [stored] = await chunksOf(trace);
    expect(stored).toMatchObject({ sha256: reply.receipt?.chunk, tab: 'tab-0001', flags: ['final'] });
    expect(isSigned(trace, 'tab-0001', 0, reply, reply.serverTime)).toBe(true);
  });

  test('the same batch again gets the same receipt, at any server and at any time', async () => {
    const trace = newTrace();
    const batch = batchOf(trace, 0, eventsOf('once'));
    const first = await send(shop.visitor(), batch);
    shop.clock.advance(5_000);
    const again = [await send(shop.visitor(1), batch), await send(shop.visitor(0), batch)];
    for (const reply of again) expect(reply).toMatchObject({ code: 200000, ack: 0, receipt: first.receipt });
    expect(await chunksOf(trace)).toHaveLength(1);
  });

  test('out of order: everything is kept, and the acknowledgement waits for what is missing', async () => {
    const trace = newTrace();
    const acks: number[] = [];
    for (const [index, seq] of [0, 2, 3, 5, 1, 4].entries()) {
      acks.push((await send(shop.visitor(index % 2), batchOf(trace, seq, eventsOf(`seq-${seq}`)))).ack);
    }
    expect(acks).toEqual([0, 0, 0, 0, 3, 5]);
  });

  test('a number that another server has given away meanwhile: one stands, and the answer is of that one', async () => {
    const trace = newTrace();
    await send(shop.visitor(0), batchOf(trace, 0, eventsOf('begun')));
    const there = await send(shop.visitor(1), batchOf(trace, 1, eventsOf('same')));
    const again = await send(shop.visitor(0), batchOf(trace, 1, eventsOf('same')));
    expect(again).toMatchObject({ code: 200000, ack: 1, receipt: there.receipt });
    await send(shop.visitor(1), batchOf(trace, 2, eventsOf('other')));
    const other = await send(shop.visitor(0), batchOf(trace, 2, eventsOf('another')));
    expect(other).toMatchObject({ code: 400802, ack: 2 });
    expect((await chunksOf(trace)).filter(({ standing }) => standing === 0)).toHaveLength(3);
  });

  test('other data under a number that is taken: both are kept, and it says so', async () => {
    const trace = newTrace();
    const visitor = shop.visitor();
    await send(visitor, batchOf(trace, 0, eventsOf('one')));
    const other = batchOf(trace, 0, eventsOf('another'));
    const reply = await send(visitor, other);
    expect(reply).toMatchObject({ code: 400802, ack: 0, receipt: { chunk: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    expect((await send(visitor, other)).receipt).toEqual(reply.receipt);
    expect((await chunksOf(trace)).map(({ standing, flags }) => [standing, flags])).toEqual([
      [0, []],
      [1, ['conflict']],
    ]);
  });

  test('what comes after sealing is taken, and called late', async () => {
    const trace = newTrace();
    await send(shop.visitor(), batchOf(trace, 0, eventsOf('early')));
    await rows('update recordings set sealed = 1 where trace = $1', [trace]);
    // Nothing is sealed before half an hour without a batch is over.
    shop.clock.advance(31 * 60_000);
    expect(await send(shop.visitor(), batchOf(trace, 1, eventsOf('late')))).toMatchObject({ code: 200000, ack: 1 });
    expect((await chunksOf(trace)).map(({ flags }) => flags)).toEqual([[], ['late']]);
  });

  test('beyond 120 batches in a minute nothing is claimed to be stored; a minute later it is taken', async () => {
    const trace = newTrace();
    const visitor = shop.visitor();
    for (let seq = 0; seq < 120; seq += 1) await send(visitor, batchOf(trace, seq, eventsOf(`n-${seq}`, 1)));
    const more = batchOf(trace, 120, eventsOf('more', 1));
    expect(await send(visitor, more)).toMatchObject({ code: 200000, ack: 119, receipt: null });
    shop.clock.advance(60_000);
    expect(await send(visitor, more)).toMatchObject({ code: 200000, ack: 120 });
  });

  test('a clock that is years ahead or before 1970 changes nothing but what is said of it', async () => {
    const trace = newTrace();
    for (const [seq, from] of [4_102_444_800_000, -5, 9e15].entries()) {
      expect(await send(shop.visitor(), batchOf(trace, seq, eventsOf('clock', 2, from)))).toMatchObject({ ack: seq });
    }
  });

  test('what is no batch is refused by its member', async () => {
    const right = batchOf(newTrace(), 0, eventsOf('right'), { vals: '[{"k":1,"v":"x"}]' });
    const wrong: Record<string, unknown>[] = [
      { tab: undefined },
      { prev: undefined },
      { seq: undefined },
      { seq: -1 },
      { n: 4 },
      { data: '{}' },
      { data: '[{"type":9,"timestamp":1,"data":{}}]' },
      { data: '[{"type":3,"data":{}}]' },
      { data: '[{"type":3,"timestamp":1}]' },
      { data: 'no JSON' },
      { vals: '{"k":1}' },
      { vals: '[{"k":"1","v":"x"}]' },
      { v: 2 },
      { traceId: 'short' },
      { traceId: '../../../etc/passwd' },
      { prev: 'not a hash' },
    ];
    for (const change of wrong) {
      expect([change, (await send(shop.visitor(), { ...right, ...change })).code]).toEqual([change, 400100]);
    }
    expect((await send(shop.visitor(), right)).code).toBe(200000);
  });
});

describe('whose recording it is', () => {
  test('who logs in on the way stays the owner; another account is refused, nobody at all is kept and named so', async () => {
    const trace = newTrace();
    const buyer = shop.visitor();
    const first = await send(buyer, batchOf(trace, 0, eventsOf('visitor')));
    await buyer.logIn(people.linMei);
    const { key } = await send(buyer, batchOf(trace, 1, eventsOf('account')));
    expect(key).toBe(first.key);
    const stranger = await loggedIn(shop, people.stranger, 1);
    expect(await send(stranger, batchOf(trace, 2, eventsOf('stranger')))).toMatchObject({ code: 400801 });
    expect(await send(stranger, plainBatch(trace, eventsOf('stranger')))).toMatchObject({ code: 400801 });
    const nobody = await send(shop.visitor(1), batchOf(trace, 2, eventsOf('nobody')));
    expect(nobody).toMatchObject({ code: 200000, ack: 2, key: '' });
    // The phone that recorded it, later, whoever is logged in there.
    const left = batchOf(trace, 3, eventsOf('left over'), { key });
    expect(await send(stranger, left)).toMatchObject({ code: 200000, ack: 3, key });
    expect(await send(shop.visitor(), { ...left, seq: 4, key: `${key}x` })).toMatchObject({ code: 200000, key: '' });
    expect((await chunksOf(trace)).map(({ flags }) => flags)).toEqual([[], [], ['unsigned-in'], [], ['unsigned-in']]);
    const [owner] = await rows('select user_id::text, length(holder) as holder from recordings where trace = $1', [
      trace,
    ]);
    expect(owner).toMatchObject({ user_id: expect.stringMatching(/^\d+$/), holder: 32 });
  });

  test('a recording whose keys were destroyed takes nothing more', async () => {
    const trace = newTrace();
    await send(shop.visitor(), batchOf(trace, 0, eventsOf('before')));
    await rows('update recordings set keys_wrapped = null where trace = $1', [trace]);
    shop.clock.advance(31 * 60_000);
    expect(await send(shop.visitor(), batchOf(trace, 1, eventsOf('after')))).toMatchObject({ code: 400801 });
  });
});

describe('bodies', () => {
  const MEGABYTE = 1_048_576;
  const bodyOf = (length: number) => {
    const batch = plainBatch(newTrace(), '');
    return JSON.stringify({ ...batch, data: 'x'.repeat(length - JSON.stringify(batch).length) });
  };

  test('of a megabyte are taken, of one byte more are not', async () => {
    expect((await sendBody(shop.visitor(), bodyOf(MEGABYTE))).code).toBe(200000);
    expect((await sendBody(shop.visitor(), bodyOf(MEGABYTE + 1))).code).toBe(400100);
  });

  test('unpack to eight megabytes and no further', async () => {
    const packed = (length: number) => gzipSync(bodyOf(length));
    expect((await sendBody(shop.visitor(), packed(8 * MEGABYTE))).code).toBe(200000);
    expect((await sendBody(shop.visitor(), packed(8 * MEGABYTE + 1))).code).toBe(400100);
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE));
    expect(bomb.length).toBeLessThan(MEGABYTE);
    expect((await sendBody(shop.visitor(), bomb)).code).toBe(400100);
  });

  test('that are damaged gzip, or only say that they are gzip, are refused', async () => {
    const good = gzipSync(JSON.stringify(plainBatch(newTrace(), eventsOf('x'))));
    const cut = good.subarray(0, good.length - 9);
    const changed = Buffer.from(good);
    changed[good.length - 6] = (changed[good.length - 6] as number) ^ 0xff;
    for (const body of [cut, changed]) expect((await sendBody(shop.visitor(), body)).code).toBe(400100);
    const says = { 'content-encoding': 'gzip' };
    expect((await sendBody(shop.visitor(), bodyOf(400), says)).code).toBe(400100);
    expect((await sendBody(shop.visitor(), 'no JSON', says)).code).toBe(400100);
    expect((await sendBody(shop.visitor(), good, says)).code).toBe(200000);
  });

  test('come as text from a page that is closing, packed or not, and need no headers', async () => {
    const text = { 'content-type': 'text/plain;charset=UTF-8' };
    const batch = () => JSON.stringify(batchOf(newTrace(), 0, eventsOf('closing')));
    expect((await sendBody(shop.visitor(), batch(), text)).code).toBe(200000);
    expect((await sendBody(shop.visitor(), gzipSync(batch()), text)).code).toBe(200000);
    const bare = await fetch(`${shop.origin}/traceable-service/api/v1/insureRecord/collect`, {
      method: 'POST',
      body: batch(),
    });
    expect(await bare.json()).toMatchObject({ code: 200000 });
  });
});

test('nothing of a person is in clear: not on the disk, not in the index, not in the log', async () => {
  const planted = Array.from({ length: 60 }, (_, index) => resident(index));
  const trace = newTrace();
  for (const [index, person] of planted.entries()) {
    const events = [{ type: 3, timestamp: 1, data: { text: `${person.name} ${person.idNumber} ${person.phone}` } }];
    const vals = JSON.stringify([{ k: index, v: `${person.name}${person.idNumber}${person.phone}` }]);
    await send(shop.visitor(), batchOf(trace, index, JSON.stringify(events), { vals, build: 'b' }));
    if (index % 20 === 0)
      await send(shop.visitor(), { ...plainBatch(newTrace(), JSON.stringify(events)), policyHolderName: person.name });
  }
  const files = readdirSync(shop.recordingDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.seg'),
  );
  expect(files.length).toBeGreaterThan(0);
  const disk = files.map((name) => readFileSync(join(shop.recordingDir, name)));
  const tables = await Promise.all(
    ['recordings', 'recording_chunks', 'recording_segments', 'order_recordings'].map((table) =>
      rows(`select to_jsonb(t)::text as row from ${table} t`),
    ),
  );
  const text = JSON.stringify(tables) + shop.logged.join('\n');
  for (const { name, idNumber, phone } of planted) {
    for (const secret of [name, idNumber, phone]) {
      expect(disk.some((bytes) => bytes.includes(secret))).toBe(false);
      expect(text).not.toContain(secret);
    }
  }
  expect(sha256(disk[0] as Buffer)).toHaveLength(64);
});
