import { createHash } from 'node:crypto';
import { createSandbox, keysFromVectors, type Sandbox } from '@huimin/sandbox';
import { createTestClock, type TestClock } from '@huimin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ObjectTaken, StoreUnavailable } from '../../ports/object-store.ts';
import { createS3Store } from './create-s3-store.ts';

const OCTETS = { contentType: 'application/octet-stream' };
const DAY_MS = 86_400_000;
const bytes = Buffer.from('a sealed recording');

let clock: TestClock;
let sandbox: Sandbox;
let store: ReturnType<typeof createS3Store>;
const opened: ReturnType<typeof createS3Store>[] = [];

function connect(change: Partial<Parameters<typeof createS3Store>[0]> = {}): ReturnType<typeof createS3Store> {
  const { accessKeyId, secretAccessKey, region, bucket } = sandbox.keys.objectStore;
  const made = createS3Store({
    origin: `http://127.0.0.1:${sandbox.objectStorePort}`,
    ...{ accessKeyId, secretAccessKey, region, bucket, clock },
    ...{ prefix: 'js26/', retryAfterMs: [1, 1] },
    ...change,
  });
  opened.push(made);
  return made;
}

beforeAll(async () => {
  clock = createTestClock(Date.parse('2026-11-20T09:00:00+08:00'));
  sandbox = await createSandbox({ port: 0, clock, keys: keysFromVectors(), seed: 5, controlApi: false });
  store = connect();
});
afterEach(() => sandbox.control.faults.remove());
afterAll(async () => {
  for (const one of opened) one.close();
  await sandbox.close();
});

test('what is stored is read back whole and in parts, with the checksum of the store', async () => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const expected = { bytes: 18, sha256, retainUntilMs: null, held: false, lock: 'none' };
  expect(await store.put('rec/2026/11/a.rec', bytes, OCTETS)).toEqual(expected);
  expect(await store.put('rec/2026/11/a.rec', bytes, OCTETS)).toEqual(expected);
  expect(await store.get('rec/2026/11/a.rec')).toEqual(bytes);
  expect(String(await store.range('rec/2026/11/a.rec', 2, 6))).toBe('sealed');
  expect(String(await store.range('rec/2026/11/a.rec', 9, 100))).toBe('recording');
  expect(await store.range('rec/2026/11/a.rec', 100, 1)).toEqual(Buffer.alloc(0));
  expect(await store.state('rec/2026/11/a.rec')).toEqual(expected);
  expect(sandbox.control.objects.list().map(({ name }) => name)).toEqual(['js26/rec/2026/11/a.rec']);
  await expect(store.put('rec/2026/11/a.rec', Buffer.from('another'), OCTETS)).rejects.toThrow(ObjectTaken);
  await expect(store.get('../a')).rejects.toThrow(RangeError);
});

test('the store itself refuses to delete what is kept, and retention grows only', async () => {
  const until = clock.now() + 10 * DAY_MS;
  expect(await store.put('kept', bytes, { ...OCTETS, retainUntilMs: until })).toMatchObject({
    retainUntilMs: until,
    lock: 'compliance',
  });
  expect(await store.remove('kept')).toBe('locked');
  expect(await store.retain('kept', until - DAY_MS)).toMatchObject({ retainUntilMs: until });
  expect(await store.retain('kept', until + DAY_MS)).toMatchObject({ retainUntilMs: until + DAY_MS });
  expect(await store.hold('kept', true)).toMatchObject({ held: true });
  clock.set(until + 2 * DAY_MS);
  expect(await store.remove('kept')).toBe('locked');
  expect(await store.hold('kept', false)).toMatchObject({ held: false });
  expect(await store.remove('kept')).toBe('removed');
  expect(await store.remove('kept')).toBe('absent');
  expect(await store.retain('kept', until)).toBeNull();
  expect(await store.hold('kept', true)).toBeNull();
  expect(await store.get('kept')).toBeNull();
  expect(await store.range('kept', 0, 1)).toBeNull();
});

test('a byte changed on the disks shows in the checksum', async () => {
  const { sha256 } = await store.put('damaged', bytes, OCTETS);
  sandbox.control.objects.damage('js26/damaged');
  expect((await store.state('damaged'))?.sha256).not.toBe(sha256);
  await expect(store.put('damaged', bytes, OCTETS)).rejects.toThrow(ObjectTaken);
});

describe.each(['http_500', 'busy_code', 'truncated'] as const)('a store that answers %s', (kind) => {
  test('is asked again, and what was written by the first try is recognised', async () => {
    sandbox.control.faults.add({ provider: 'object-store', kind, call: 'put' });
    expect(await store.put(`retried/${kind}`, bytes, OCTETS)).toMatchObject({ bytes: 18 });
    sandbox.control.faults.add({ provider: 'object-store', kind, call: 'get' });
    expect(await store.get(`retried/${kind}`)).toEqual(bytes);
  });

  test('and goes on doing so is told as unavailable', async () => {
    sandbox.control.faults.add({ provider: 'object-store', kind, call: 'head', times: 10 });
    await expect(store.state('a')).rejects.toThrow(StoreUnavailable);
  });
});

test('wrong keys, another bucket and a wrong clock are not taken for an absent object or a locked one', async () => {
  await store.put('there', bytes, OCTETS);
  const wrongSecret = connect({ secretAccessKey: 'wrong' });
  await expect(wrongSecret.get('there')).rejects.toThrow('403 SignatureDoesNotMatch');
  await expect(wrongSecret.put('there', bytes, OCTETS)).rejects.toThrow(StoreUnavailable);
  await expect(connect({ accessKeyId: 'nobody' }).get('there')).rejects.toThrow('403 InvalidAccessKeyId');
  await expect(connect({ region: 'elsewhere' }).get('there')).rejects.toThrow('400');
  const slow = connect({ clock: { now: () => clock.now() - 20 * 60_000 } });
  await expect(slow.get('there')).rejects.toThrow('403 RequestTimeTooSkewed');
});

test('a bucket that is not there is not an empty one', async () => {
  await expect(connect({ bucket: 'another' }).get('there')).rejects.toThrow(StoreUnavailable);
});
