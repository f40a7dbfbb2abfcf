import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { entryBytes, noteKey, noteKeyText, signCheckpoint, tilePath } from '@huimin/evidence/log';
import { signerOf } from '@huimin/evidence/signature';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { edgeTiles, growTree } from '../../apps/server/src/features/evidence/log/grow-tree.ts';
import { buildTlogCheck, tlogCheckMissing } from './tlog-check.ts';

const missing = tlogCheckMissing();
const folder = mkdtempSync(join(tmpdir(), 'tlog-check-'));
const log = join(folder, 'log');
const signer = signerOf(Buffer.alloc(32, 9));
const origin = 'shop.example/traceable-service/log';
const key = noteKeyText(noteKey(origin, signer));
/** Partial tiles alone; a full one; three levels, of which all but the lowest are partial; one more entry. */
const SIZES = [3, 300, 65_900, 65_901];
const SIZE = SIZES.at(-1) as number;

const entryOf = (at: number) => Buffer.from(entryBytes({ type: 'erased', trace: 'a'.repeat(8), rule: 'r', at }));
const checkpointAt = (size: number) => join(folder, `checkpoint-${size}`);

/** A log's files as the server makes them: those of every growth, the last checkpoint beside the tiles. */
function writeLog(): void {
  const written = new Map<string, Buffer>();
  let before = 0;
  for (const size of SIZES) {
    const edge = new Map(edgeTiles(before).map((tile) => [tilePath(tile), written.get(tilePath(tile)) as Buffer]));
    const added = Array.from({ length: size - before }, (_, at) => entryOf(before + at));
    const tree = growTree(before, edge, added);
    for (const { path, bytes } of tree.files) written.set(path, bytes);
    writeFileSync(checkpointAt(size), signCheckpoint({ origin, size, root: tree.rootAt(size) }, signer));
    before = size;
  }
  for (const [path, bytes] of [...written, ['checkpoint', readFileSync(checkpointAt(SIZE))] as const]) {
    mkdirSync(dirname(join(log, path)), { recursive: true });
    writeFileSync(join(log, path), bytes);
  }
}

/** What the tool says of the log while a file of it is another one. */
function saidWith(path: string, change: (bytes: Buffer) => Buffer | null, args: readonly string[]) {
  const file = join(log, path);
  const bytes = readFileSync(file);
  const changed = change(Buffer.from(bytes));
  try {
    if (changed === null) rmSync(file);
    else writeFileSync(file, changed);
    return check(args);
  } finally {
    writeFileSync(file, bytes);
  }
}

const flipped = (at: number) => (bytes: Buffer) => {
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] as number) ^ 1;
  return bytes;
};
const cut = (bytes: Buffer) => bytes.subarray(0, -32);
const gone = () => null;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

let check: ReturnType<typeof buildTlogCheck>;

if (missing !== null) console.warn(`The log was not asked about by golang.org/x/mod: ${missing}.`);

describe.skipIf(missing !== null)('by golang.org/x/mod alone', () => {
  beforeAll(() => {
    check = buildTlogCheck(folder);
    writeLog();
  }, 120_000);

  const whole = ['-key', key, log];

  test('a log of three levels holds, tile by tile and entry by entry, and goes on from each checkpoint before', {
    timeout: 60_000,
  }, () => {
    const before = SIZES.slice(0, -1).flatMap((size) => ['-before', checkpointAt(size)]);
    const { status, said } = check([...before, ...whole]);
    expect(said).toContain(`OK: ${origin}, ${SIZE} entries`);
    expect(said).toContain('258 full and 3 partial tiles proven, 258 bundles');
    expect(said).toContain('consistent with 3 earlier checkpoints');
    expect(status).toBe(0);
    const raw = ['-origin', origin, '-key', signer.publicKey.toString('base64'), log];
    expect(check(['-checkpoint', checkpointAt(3), ...raw]).status).toBe(0);
    for (const size of SIZES.slice(0, 2)) expect(check(['-checkpoint', checkpointAt(size), ...whole]).status).toBe(0);
  });

  test.each<[string, string, (bytes: Buffer) => Buffer | null, string]>([
    ['a bit of a full tile', 'tile/0/017', flipped(40), 'tile/0/017: downloaded inconsistent tile'],
    ['a bit of the last tile', 'tile/0/257.p/109', flipped(-1), 'inconsistent tile'],
    ['a bit of the second level', 'tile/1/000', flipped(0), 'inconsistent tile'],
    ['a bit of the third level', 'tile/2/000.p/1', flipped(31), 'inconsistent tile'],
    ['a tile cut off', 'tile/0/003', cut, 'tile/0/003 has 8160 bytes'],
    ['a tile gone', 'tile/1/001.p/1', gone, 'no such file'],
    ['a bit of an entry', 'tile/entries/001', flipped(20), 'tile/entries/001: entry 256 is not the one of tile/0/001'],
    ['a bit of a length', 'tile/entries/001', flipped(1), 'tile/entries/001'],
    ['a bundle cut off', 'tile/entries/000', cut, 'breaks off'],
    ['a bundle gone', 'tile/entries/002', gone, 'no such file'],
    ['a bit of the size', 'checkpoint', flipped(origin.length + 2), 'checkpoint: '],
    ['a bit of the root', 'checkpoint', flipped(origin.length + 10), 'checkpoint: '],
    ['a bit of the signature', 'checkpoint', flipped(-8), 'checkpoint: '],
  ])('is refused: %s', (_what, path, change, words) => {
    const { status, said } = saidWith(path, change, whole);
    expect(said).toContain('REFUSED');
    expect(said).toContain(words);
    expect(status).toBe(1);
  });

  test('is refused: another key, a tree that was cut off, a tree that was made anew, another log', () => {
    const other = signerOf(Buffer.alloc(32, 8));
    expect(check(['-key', noteKeyText(noteKey(origin, other)), log]).said).toContain('no verifiable signatures');
    const shorter = ['-checkpoint', checkpointAt(300), '-before', checkpointAt(SIZE)];
    expect(check([...shorter, ...whole]).said).toContain('it was cut off');
    const anew = join(folder, 'anew');
    const signed = (name: string) => {
      writeFileSync(anew, signCheckpoint({ origin: name, size: 300, root: Buffer.alloc(32, 1) }, signer));
    };
    signed(origin);
    expect(check(['-before', anew, ...whole])).toMatchObject({ status: 1, said: expect.stringContaining(anew) });
    expect(check(['-checkpoint', anew, ...whole]).said).toContain('inconsistent tile');
    signed('other.example/log');
    expect(check(['-before', anew, ...whole]).status).toBe(1);
  });
});
