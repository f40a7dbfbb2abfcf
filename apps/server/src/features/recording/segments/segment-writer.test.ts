import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDamage } from '@huimin/evidence/bytes';
import { readSegment } from '@huimin/evidence/segment';
import { createTestClock } from '@huimin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChunkPlace, createSegmentWriter, type SegmentHandle, segmentFile } from './segment-writer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'segments-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A disk on which so many bytes are left: what does not fit is written as far as it does, then refused. */
function smallDisk() {
  const disk = { left: Number.POSITIVE_INFINITY };
  const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const openFile = async (path: string): Promise<SegmentHandle> => {
    const handle = await open(path, 'wx', 0o600);
    const write = async (bytes: Buffer, offset: number, length: number, position: number) => {
      const fits = Math.min(length, disk.left);
      if (fits === 0) throw full();
      disk.left -= fits;
      return handle.write(bytes, offset, fits, position);
    };
    return {
      write: write as SegmentHandle['write'],
      sync: () => handle.sync(),
      datasync: () => handle.datasync(),
      close: () => handle.close(),
    };
  };
  return { disk, openFile };
}

const filesThere = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.seg'));

test('on a full disk nobody is told that a chunk is there, what was told stays, no file is left behind, and it goes on by itself', async () => {
  const { disk, openFile } = smallDisk();
  const opened: string[] = [];
  const writer = createSegmentWriter({
    ...{ folder, worker: { number: 3 }, clock: createTestClock(), openFile },
    opened: async ({ segment }) => void opened.push(segment),
    closed: async () => undefined,
  });
  const told = new Map<ChunkPlace, Buffer>();
  const append = async (chunk: Buffer) => void told.set(await writer.append(chunk), chunk);
  const chunk = (number: number) => Buffer.alloc(1_000, number);

  for (let number = 0; number < 5; number++) await append(chunk(number));
  // Half of the next one fits.
  disk.left = 500;
  await expect(append(chunk(5))).rejects.toMatchObject({ code: 'ENOSPC' });
  const before = filesThere();
  for (let number = 6; number < 12; number++)
    await expect(append(chunk(number))).rejects.toMatchObject({ code: 'ENOSPC' });
  // A beginning that fits in part is none.
  disk.left = 10;
  await expect(append(chunk(12))).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(filesThere()).toEqual(before);
  expect(opened).toHaveLength(1);

  disk.left = Number.POSITIVE_INFINITY;
  await Promise.all([13, 14, 15].map((number) => append(chunk(number))));
  await writer.close();
  expect(opened).toHaveLength(2);
  expect(told.size).toBe(8);
  for (const [{ segment, position, length }, sent] of told) {
    const bytes = readFileSync(segmentFile(folder, segment));
    expect(bytes.subarray(position, position + length)).toEqual(sent);
  }
  // Whoever reads the files alone finds the same, and one torn end.
  const read = filesThere().map((name) => readSegment(readFileSync(join(folder, name))));
  const frames = read.flatMap((one) => (isDamage(one) ? [] : one.frames));
  expect(frames.map(({ chunk: stored }) => stored[0]).sort((a = 0, b = 0) => a - b)).toEqual([
    0, 1, 2, 3, 4, 13, 14, 15,
  ]);
});
