import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDamage } from '@huimin/evidence/bytes';
import { type Chunk, openPart, readChunk } from '@huimin/evidence/chunk';
import { frameOf } from '@huimin/evidence/segment';
import { signerOf } from '@huimin/evidence/signature';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestCore, type TestCore } from '../account/testing/test-core.ts';
import { readBatch } from './batch.ts';
import {
  ChunkDamaged,
  type ChunkRow,
  chunksOfRecording,
  chunksOfSegment,
  createRecordings,
  openKeys,
  ordersOfRecording,
  type Recordings,
  readChunks,
  recordingByTrace,
  recordingOfOrder,
  recordingsOfHolder,
  recoverAbandoned,
  reindex,
} from './index.ts';
import type { Claimant } from './recording-store.ts';
import { segmentFile } from './segments/segment-writer.ts';
import { takeBatch } from './take-batch.ts';

const NOBODY: Claimant = { sessionHash: null, user: null };
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

let world: TestCore;
let folder: string;
let recordings: Recordings;
beforeAll(async () => {
  world = await createTestCore();
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const table of ['recordings', 'recording_chunks', 'recording_segments']) await query(`delete from ${table}`);
  folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  recordings = await start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await recordings.close();
  rmSync(folder, { recursive: true, force: true });
});

const OLD_KEY = { id: 't1', key: Buffer.alloc(32, 5) };
const NEW_KEY = { id: 't2', key: Buffer.alloc(32, 9) };

function start(worker = 3, evidenceKeys = [OLD_KEY]): Promise<Recordings> {
  return createRecordings({
    ...world.core,
    folder,
    evidenceKeys,
    signer: signerOf(Buffer.alloc(32, 6)),
    indexKey: Buffer.alloc(32, 2),
    worker: { number: worker },
    groupByShard: false,
    measures: { countBatch() {}, flushed() {}, folderIsWritable() {} },
  });
}

const dataOf = (mark: string) => JSON.stringify([{ type: 4, timestamp: 1_780_000_000_000, data: { href: mark } }]);

async function take(trace: string, seq: number, more: { vals?: string; data?: string } = {}, who = NOBODY) {
  const { data = dataOf(`${seq}`), vals } = more;
  const empty = {
    orderNo: '',
    policyHolderIdNum: '',
    policyHolderIdType: '',
    policyHolderName: '',
    policyHolderPhoneNo: '',
  };
  const sent = {
    ...empty,
    data,
    traceId: trace,
    productId: 'js26',
    v: 1 as const,
    tab: 'tab-0001',
    seq,
    prev: sha(''),
  };
  const batch = readBatch(vals === undefined ? sent : { ...sent, vals });
  if ('wrong' in batch) throw new Error(batch.wrong);
  return takeBatch(recordings, batch, who);
}

const query: TestCore['core']['database']['query'] = (text, values) => world.core.database.query(text, values);
const wholeIndex = () => query('select * from recording_chunks order by segment, frame');

test('a recording is read back as it came, in order, with its keys opened for a reason', async () => {
  const trace = randomUUID();
  const user = { id: 77n, shard: 1, holder: recordings.holderOf(77n) };
  for (const seq of [0, 1, 2])
    await take(trace, seq, { vals: `[{"k":${seq},"v":"林梅"}]` }, { sessionHash: null, user });
  expect((await recordingsOfHolder(query, recordings.holderOf(77n), 10)).map((row) => row.trace)).toEqual([trace]);
  const rows = await chunksOfRecording(query, trace);
  const chunks = (await readChunks(recordings, rows)).map(readChunk) as Chunk[];
  expect(chunks.some(isDamage)).toBe(false);
  const keys = await openKeys(recordings, trace, { by: 'staff-1', reason: '投诉 2026-17' });
  if (keys === null) throw new Error('no keys');
  expect(chunks.map((chunk) => openPart(chunk, 'view', keys.view))).toEqual([0, 1, 2].map((seq) => dataOf(`${seq}`)));
  expect(chunks.map((chunk) => openPart(chunk, 'values', keys.values))[1]).toBe('[{"k":1,"v":"林梅"}]');
  // Neither key opens the other part, and none of another recording does.
  expect(isDamage(openPart(chunks[0] as Chunk, 'values', keys.view))).toBe(true);
  expect(await query('select opened_by, reason from recording_openings where trace = $1', [trace])).toEqual([
    { opened_by: 'staff-1', reason: '投诉 2026-17' },
  ]);
  const [first] = rows as [ChunkRow];
  expect((await chunksOfSegment(query, first.segment, 1, 10)).map(({ seq }) => seq)).toEqual([1, 2]);
  await query('delete from recording_chunks where trace = $1 and seq = 1', [trace]);
  expect((await chunksOfSegment(query, first.segment, 0, 10)).map(({ seq }) => seq)).toEqual([0]);
});

test('a chunk that was changed on the disk is not handed out', async () => {
  const trace = randomUUID();
  await take(trace, 0);
  const rows = await chunksOfRecording(query, trace);
  const [{ segment, position }] = rows as [ChunkRow];
  const file = segmentFile(folder, segment);
  const bytes = readFileSync(file);
  bytes[position + 300] = (bytes[position + 300] as number) ^ 1;
  writeFileSync(file, bytes);
  await expect(readChunks(recordings, rows)).rejects.toMatchObject({ segment, position });
  rmSync(file);
  const gone = readChunks(recordings, rows);
  await expect(gone).rejects.toThrow(/ENOENT/);
  await expect(gone).rejects.toBeInstanceOf(ChunkDamaged);
});

test('the wrapping key is changed: recordings of before are read and gone on with, what begins later is the new key’s', async () => {
  const [old, later] = [randomUUID(), randomUUID()];
  const looking = { by: 'test', reason: 'looking' };
  const textsOf = async (trace: string) => {
    const keys = await openKeys(recordings, trace, looking);
    const chunks = (await readChunks(recordings, await chunksOfRecording(query, trace))).map(readChunk);
    return chunks.map((chunk) => keys && openPart(chunk as Chunk, 'view', keys.view));
  };
  const restart = async (...keys: (typeof OLD_KEY)[]) => {
    await recordings.close();
    recordings = await start(3, keys);
  };
  await take(old, 0);
  const uploadKey = recordings.wrapper.uploadKey(old);
  await restart(NEW_KEY, OLD_KEY);
  expect(await textsOf(old)).toEqual([dataOf('0')]);
  // Its page goes on, and comes back on another day with the key that it was given.
  expect(recordings.wrapper.isUploadKey(old, uploadKey)).toBe(true);
  await take(old, 1);
  await take(later, 0);
  expect(await textsOf(old)).toEqual([dataOf('0'), dataOf('1')]);
  // Which keys may go, as operators ask for it.
  const wrapped = () =>
    query<{ kek: string; count: bigint }>(
      'select kek, count(*) from recordings where keys_wrapped is not null group by kek order by kek',
    );
  expect((await wrapped()).map(({ kek, count }) => [kek.slice(0, 3), Number(count)])).toEqual([
    ['t1/', 1],
    ['t2/', 1],
  ]);
  await restart(NEW_KEY);
  expect(await textsOf(later)).toEqual([dataOf('0')]);
  await expect(textsOf(old)).rejects.toThrow('is not held');
});

test('what became of an order’s recording is found by the order, and its orders by the recording', async () => {
  const trace = randomUUID();
  const note = (orderId: bigint, state: string, of: string | null) =>
    query('insert into order_recordings (shard, order_id, trace, state, noted_at) values (1, $1, $2, $3, $4)', [
      ...[orderId, of, state, new Date(1_780_000_000_000)],
    ]);
  await note(21n, 'bound', trace);
  await note(22n, 'foreign', null);
  await note(23n, 'unrecorded', null);
  expect(await recordingOfOrder(query, 1, 21n)).toEqual({ trace, state: 'bound' });
  expect(await recordingOfOrder(query, 1, 23n)).toEqual({ trace: null, state: 'unrecorded' });
  expect(await recordingOfOrder(query, 1, 24n)).toBeNull();
  expect(await ordersOfRecording(query, trace)).toEqual([{ trace, shard: 1, order_id: 21n }]);
});

/** Notes at each flush of a file what `then` answers, until the test is over. */
async function whenFlushed<T>(file: string, then: () => Promise<T>): Promise<T[]> {
  const noted: T[] = [];
  const handle = await open(file);
  const methods = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { sync } = methods;
  vi.spyOn(methods, 'sync').mockImplementation(async function (this: typeof handle) {
    noted.push(await then());
    await sync.call(this);
  });
  return noted;
}

test('a start cuts a torn end off, puts in what is not in the index, and never writes to that file again', async () => {
  const trace = randomUUID();
  for (const seq of [0, 1, 2, 3]) await take(trace, seq);
  const index = await wholeIndex();
  const [{ segment }] = (await chunksOfRecording(query, trace)) as [ChunkRow];
  await recordings.close();
  // Killed between the disk and the index, in the middle of the next frame.
  await query('delete from recording_chunks where trace = $1 and seq >= 2', [trace]);
  await query('update recording_segments set closed_at = null, bytes = null, frames = null');
  const file = segmentFile(folder, segment);
  const { size } = statSync(file);
  const torn = frameOf(randomBytes(900));
  appendFileSync(file, torn.subarray(0, torn.length - 5));
  recordings = await start();
  expect(statSync(file).size).toBe(size);
  expect(await wholeIndex()).toEqual(index);
  expect(await query('select bytes, frames from recording_segments where segment = $1', [segment])).toEqual([
    { bytes: size, frames: 4 },
  ]);
  await take(trace, 4);
  expect(statSync(file).size).toBe(size);
  expect((await chunksOfRecording(query, trace)).map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4]);
});

test('pages of a group that reached the disk in another order leave whole frames alone, and no damage', async () => {
  const trace = randomUUID();
  for (const seq of [0, 1, 2, 3, 4]) await take(trace, seq);
  const rows = await chunksOfRecording(query, trace);
  const [{ segment }] = rows as [ChunkRow];
  await recordings.close();
  const hole = rows[2] as ChunkRow;
  const file = segmentFile(folder, segment);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, hole.position - 4, hole.position + 200));
  const restart = async (known: number) => {
    await query('delete from recording_chunks where trace = $1 and seq >= $2', [trace, known]);
    await query('update recording_segments set closed_at = null, bytes = null, frames = null');
    recordings = await start();
    return (await chunksOfRecording(query, trace)).map(({ seq }) => seq);
  };
  // Known to be there, it was answered for: that is damage, of which nothing is thrown away.
  expect(await restart(4)).toEqual([0, 1, 2, 3, 4]);
  expect(readFileSync(file)).toEqual(bytes);
  expect(world.logged()).toContain('segment is damaged');
  await recordings.close();
  expect(await restart(2)).toEqual([0, 1, 3, 4]);
  expect(statSync(file).size).toBe(bytes.length - hole.length - 8);
  expect(await readChunks(recordings, await chunksOfRecording(query, trace))).toHaveLength(4);
  const report = await reindex({ folder, database: world.core.database, groupByShard: false, sealed: nothingSealed() });
  expect(report).toMatchObject({ chunks: 4, added: 0, missing: 0, damaged: [] });
});

test('whichever pages of a last group are there: nothing that was answered for is lost, and nothing is called damaged', async () => {
  const random = createRandom(7);
  for (let round = 0; round < 25; round++) {
    const trace = randomUUID();
    for (let seq = 0; seq < 8; seq++) {
      await take(trace, seq, { data: dataOf(randomBytes(500 + random(6_000)).toString('hex')) });
    }
    const rows = await chunksOfRecording(query, trace);
    await recordings.close();
    const answered = 1 + random(6);
    const { segment, position } = rows[answered] as ChunkRow;
    const file = segmentFile(folder, segment);
    const bytes = readFileSync(file);
    const end = bytes.length - random(2) * random(bytes.length - position);
    for (let page = 0; page < end; page += 4_096) {
      const [from, to] = [Math.max(page, position - 4), Math.min(page + 4_096, end)];
      if (from < to && random(2) === 0) bytes.fill(0, from + random(2) * random(to - from), to);
    }
    writeFileSync(file, bytes.subarray(0, end));
    await query('delete from recording_chunks where trace = $1 and seq >= $2', [trace, answered]);
    await query('update recording_segments set closed_at = null where segment = $1', [segment]);
    recordings = await start();
    const found = await chunksOfRecording(query, trace);
    expect(found.slice(0, answered).map(({ seq }) => seq)).toEqual(rows.slice(0, answered).map(({ seq }) => seq));
    expect(await readChunks(recordings, found)).toHaveLength(found.length);
  }
  const report = await reindex({ folder, database: world.core.database, groupByShard: false, sealed: nothingSealed() });
  expect(report).toMatchObject({ added: 0, missing: 0, damaged: [] });
});

/** Numbers below a limit, the same ones each time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('what a server left behind that does not come back is put into the index by another', async () => {
  const trace = randomUUID();
  for (const seq of [0, 1, 2]) await take(trace, seq);
  const index = await wholeIndex();
  const [{ segment }] = (await chunksOfRecording(query, trace)) as [ChunkRow];
  await recordings.close();
  await query('delete from recording_chunks where trace = $1 and seq >= 1', [trace]);
  await query('update recording_segments set closed_at = null');
  const other = await start(4);
  const holds = (until: number) =>
    query(
      `insert into worker_numbers (number, holder, lease_until) values (3, 'somebody', $1)
       on conflict (number) do update set lease_until = excluded.lease_until`,
      [new Date(world.core.clock.now() + until)],
    );
  await holds(1_000);
  await recoverAbandoned(other);
  expect(await chunksOfRecording(query, trace)).toHaveLength(1);
  await holds(-1_000);
  appendFileSync(segmentFile(folder, segment), 'torn');
  const { size } = statSync(segmentFile(folder, segment));
  const flushed = await whenFlushed(segmentFile(folder, segment), async () => (await wholeIndex()).length);
  await recoverAbandoned(other);
  expect(await wholeIndex()).toEqual(index);
  // Its writer may have been killed before it came to that, and what the index knows is answered for when it comes again.
  expect(flushed).toEqual([1]);
  expect(statSync(segmentFile(folder, segment)).size).toBe(size);
  await query('delete from worker_numbers where number = 3');
  await other.close();
  recordings = await start();
});

test('an end that the index knows is no torn end: it is left as it is, and reported', async () => {
  const trace = randomUUID();
  for (const seq of [0, 1]) await take(trace, seq);
  const rows = await chunksOfRecording(query, trace);
  await recordings.close();
  await query('update recording_segments set closed_at = null');
  const [, { segment, position }] = rows as [ChunkRow, ChunkRow];
  const file = segmentFile(folder, segment);
  const bytes = readFileSync(file);
  bytes[position + 40] = (bytes[position + 40] as number) ^ 1;
  writeFileSync(file, bytes);
  recordings = await start();
  expect(statSync(file).size).toBe(bytes.length);
  expect(world.logged()).toContain('segment is damaged at its end');
});

test('the index made again from the files equals the one that was lost', async () => {
  const traces = [randomUUID(), randomUUID()];
  for (const trace of traces) for (const seq of [0, 1, 2]) await take(trace, seq);
  await take(traces[0] as string, 1, { data: dataOf('other') });
  const before = {
    index: await wholeIndex(),
    recordings: await query('select trace, batches from recordings order by trace'),
  };
  await query('delete from recording_chunks');
  const report = await reindex({ folder, database: world.core.database, groupByShard: false, sealed: nothingSealed() });
  expect(report).toMatchObject({ segments: 1, chunks: 7, added: 7, missing: 0, damaged: [] });
  const after = {
    index: await wholeIndex(),
    recordings: await query('select trace, batches from recordings order by trace'),
  };
  expect(after).toEqual(before);
  expect(
    await reindex({ folder, database: world.core.database, groupByShard: false, sealed: nothingSealed() }),
  ).toMatchObject({ added: 0 });
  // With the recordings' rows gone, their keys are: said, and nothing made up.
  await query('delete from recordings where trace = $1', [traces[0]]);
  expect(
    await reindex({ folder, database: world.core.database, groupByShard: false, sealed: nothingSealed() }),
  ).toMatchObject({
    withoutKeys: 1,
  });
  expect(await recordingByTrace(query, traces[0] as string)).toMatchObject({ batches: 4, keys_wrapped: null });
});

async function* nothingSealed(): AsyncGenerator<never> {}
