import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestClock } from '@huimin/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { ObjectTaken, StoreUnavailable } from '../../ports/object-store.ts';
import { createFolderStore } from './create-folder-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'folder-store-'));
const clock = createTestClock(Date.parse('2026-11-20T09:00:00+08:00'));
const store = createFolderStore({ folder, clock });
const bytes = Buffer.from('a sealed recording');
const OCTETS = { contentType: 'application/octet-stream' };
const DAY_MS = 86_400_000;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what is stored is read back whole and in parts, and is the same file for a second server', async () => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const expected = { bytes: 18, sha256, retainUntilMs: null, held: false, lock: 'none' };
  expect(await store.put('rec/2026/11/a.rec', bytes, OCTETS)).toEqual(expected);
  const other = createFolderStore({ folder, clock });
  expect(await other.put('rec/2026/11/a.rec', bytes, OCTETS)).toEqual(expected);
  expect(await other.get('rec/2026/11/a.rec')).toEqual(bytes);
  expect(String(await other.range('rec/2026/11/a.rec', 2, 6))).toBe('sealed');
  expect(String(await other.range('rec/2026/11/a.rec', 9, 100))).toBe('recording');
  expect(await other.state('rec/2026/11/a.rec')).toEqual(expected);
  expect(statSync(join(folder, 'objects/rec/2026/11/a.rec')).mode & 0o222).toBe(0);
  expect(readdirSync(join(folder, 'objects/rec/2026/11'))).toEqual(['a.rec']);
});

test('another content under the same name is refused and changes nothing', async () => {
  await expect(store.put('rec/2026/11/a.rec', Buffer.from('something else'), OCTETS)).rejects.toThrow(ObjectTaken);
  expect(await store.get('rec/2026/11/a.rec')).toEqual(bytes);
});

test('of two that write different contents at once, one stands and the other is told', async () => {
  const wishes = ['one', 'two', 'three'].map((text) => store.put('race', Buffer.from(text), OCTETS));
  const results = await Promise.allSettled(wishes);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))).toEqual([
    expect.any(ObjectTaken),
    expect.any(ObjectTaken),
  ]);
});

test('retention grows and never shrinks, and forbids deleting until it is over', async () => {
  const until = clock.now() + 10 * DAY_MS;
  await store.put('kept', bytes, { ...OCTETS, retainUntilMs: until });
  expect(await store.retain('kept', until - DAY_MS)).toMatchObject({ retainUntilMs: until, lock: 'advisory' });
  expect(await store.put('kept', bytes, { ...OCTETS, retainUntilMs: until - DAY_MS })).toMatchObject({
    retainUntilMs: until,
  });
  expect(await store.remove('kept')).toBe('locked');
  await store.retain('kept', until + DAY_MS);
  clock.set(until);
  expect(await store.remove('kept')).toBe('locked');
  clock.set(until + DAY_MS);
  expect(await store.hold('kept', true)).toMatchObject({ held: true });
  expect(await store.remove('kept')).toBe('locked');
  await store.hold('kept', false);
  expect(await store.remove('kept')).toBe('removed');
  expect(await store.remove('kept')).toBe('absent');
  expect(await store.state('kept')).toBeNull();
});

test('a program that waits reads the same, into the room that it is given where that is larger than what is read', async () => {
  const waiting = createFolderStore({ folder, clock, waits: true });
  const until = clock.now() + DAY_MS;
  await store.put('read-at-once', bytes, { ...OCTETS, retainUntilMs: until });
  const room = Buffer.alloc(bytes.length + 1);
  const read = await waiting.get('read-at-once', room);
  expect(read).toEqual(bytes);
  expect(read?.buffer === room.buffer && read.byteOffset === room.byteOffset).toBe(true);
  for (const other of [undefined, Buffer.alloc(0), Buffer.alloc(3), Buffer.alloc(bytes.length)]) {
    expect(await waiting.get('read-at-once', other)).toEqual(bytes);
  }
  const keeping = { retainUntilMs: until, held: false, lock: 'advisory' };
  for (const each of [waiting, store]) expect(await each.kept('read-at-once', room)).toEqual({ bytes, keeping });
  expect(await waiting.get('nothing', room)).toBeNull();
  for (const each of [waiting, store]) expect(await each.kept('nothing', room)).toBeNull();
  await expect(waiting.get('rec', room)).rejects.toThrow(StoreUnavailable);
});

test('what is not there is null, and cannot be kept', async () => {
  expect(await store.get('nothing')).toBeNull();
  expect(await store.range('nothing', 0, 1)).toBeNull();
  expect(await store.retain('nothing', 1)).toBeNull();
  expect(await store.hold('nothing', true)).toBeNull();
});

describe.each(['', '/a', 'a/', 'a//b', '..', 'a/../b', './a', 'a b', 'a\\b', 'ä', 'a\0', 'x'.repeat(513)])(
  'the name %j',
  (name) => {
    test('leads nowhere', async () => {
      await expect(store.get(name)).rejects.toThrow(RangeError);
      await expect(store.put(name, bytes, OCTETS)).rejects.toThrow(RangeError);
      await expect(store.remove(name)).rejects.toThrow(RangeError);
    });
  },
);

test('a disk that refuses is told as an unavailable store', async () => {
  writeFileSync(join(folder, 'a-file'), '');
  const broken = createFolderStore({ folder: join(folder, 'a-file'), clock });
  await expect(broken.put('a', bytes, OCTETS)).rejects.toThrow(StoreUnavailable);
  await expect(broken.get('a')).rejects.toThrow(StoreUnavailable);
});
