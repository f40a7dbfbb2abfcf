import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEntry } from '@huimin/evidence/log';
import { leafHash, MerkleTree } from '@huimin/evidence/merkle';
import { signerOf } from '@huimin/evidence/signature';
import { createTestClock, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderStore } from '../../../adapters/folder-store/create-folder-store.ts';
import { type Database, openDatabase } from '../../../db/database.ts';
import { captureKey, captureNew } from './capture.ts';
import { createEvidenceLog, type EvidenceLog } from './evidence-log.ts';
import { publishLog } from './publish.ts';

const folder = mkdtempSync(join(tmpdir(), 'captures-'));
const clock = createTestClock();
const random = { bytes: (size: number) => randomBytes(size), below: (below: number) => randomInt(below) };
const quiet = () => undefined;
const SEGMENT = 'w03-20261102T020000-0123456789ab';

let database: Database;
let drop: () => Promise<void>;
let log: EvidenceLog;

beforeAll(async () => {
  const fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  drop = fresh.drop;
  const store = createFolderStore({ folder, clock });
  log = createEvidenceLog({
    ...{ database, clock, random, log: { info: quiet, warn: quiet, error: quiet } },
    ...{ store, copies: store, signer: signerOf(Buffer.alloc(32, 6)), formerSigner: null, secondLine: null },
    ...{ publicOrigin: 'https://shop.example', measures: { isInOrder() {}, grewTo() {}, stamped() {} } },
    tellOperators: () => Promise.resolve(),
  });
  await database.query(`insert into recording_segments (segment, worker, opened_at) values ($1, 3, $2)`, [
    SEGMENT,
    new Date(clock.now()),
  ]);
});
afterAll(async () => {
  await database.close();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

const hashOf = (frame: number): Buffer => Buffer.alloc(32, frame + 1);

async function index(...frames: number[]): Promise<void> {
  for (const frame of frames) {
    await database.query(
      `insert into recording_chunks (shard, trace, sha256, kind, tab, seq, standing, data_sha256, received_at, events,
         first_at, last_at, flags, segment, frame, position, length)
       values (0, $1, $2, 'client', 'tab', 0, 0, $2, now(), 1, 0, 0, '{}', $3, $4, 0, 1)`,
      [`trace-${frame}`, hashOf(frame), SEGMENT, frame],
    );
  }
}

/** What the log says of the chunks from a frame on. */
async function entryFrom(from: number) {
  await publishLog(log);
  const proof = await log.proofOf(captureKey(SEGMENT, from));
  return proof && readEntry(proof.entry);
}

const rootOf = (...frames: number[]): string =>
  Buffer.from(new MerkleTree(frames.map((frame) => leafHash(hashOf(frame)))).root()).toString('hex');

test('what came in since the last time is published, each chunk once, in the order of the frames', async () => {
  expect(await captureNew(log)).toBe(0);
  await index(2, 0, 1);
  // Two servers at once: one capture.
  const captured = await Promise.all([captureNew(log), captureNew(log)]);
  expect(captured.sort()).toEqual([0, 3]);
  const first = { type: 'capture', server: 'w03', segment: SEGMENT, from: 0, count: 3, root: rootOf(0, 1, 2) };
  expect(await entryFrom(0)).toEqual(first);
  await index(3);
  expect(await captureNew(log)).toBe(0);
  clock.advance(60_000);
  expect(await captureNew(log)).toBe(1);
  expect(await entryFrom(3)).toEqual({ ...first, from: 3, count: 1, root: rootOf(3) });
  const [row] = await database.query<{ hashes: Buffer }>('select hashes from log_captures where from_frame = 0');
  expect(row?.hashes).toEqual(Buffer.concat([0, 1, 2].map(hashOf)));
});

test('a frame that is being indexed is waited for; one that was damaged is left out when the file is long closed', async () => {
  clock.advance(60_000);
  await index(5, 6, 8);
  expect(await captureNew(log)).toBe(0);
  await index(4);
  expect(await captureNew(log)).toBe(3);
  expect(await entryFrom(4)).toMatchObject({ count: 3, root: rootOf(4, 5, 6) });
  await database.query('update recording_segments set closed_at = $1, frames = 9', [new Date(clock.now())]);
  clock.advance(60_000);
  expect(await captureNew(log)).toBe(0);
  clock.advance(300_000);
  expect(await captureNew(log)).toBe(1);
  expect(await entryFrom(8)).toMatchObject({ count: 1, root: rootOf(8) });
  clock.advance(60_000);
  expect(await captureNew(log)).toBe(0);
});
