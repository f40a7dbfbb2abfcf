import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hex } from '../bytes/index.ts';
import { leafHash, MerkleTree } from '../merkle/index.ts';
import { ownVerifier, signerOf, verifierOf } from '../signature/index.ts';
import {
  bundleBytes,
  entryBytes,
  isSignedBy,
  type LogEntry,
  MOST_ENTRY_BYTES,
  newTiles,
  noteKey,
  noteKeyText,
  openCheckpoint,
  readBundle,
  readEntry,
  readerOfTiles,
  readNote,
  readTilePath,
  readTreeHead,
  signCheckpoint,
  signNote,
  type Tile,
  tileBytes,
  tileOfNode,
  tilePath,
  tileWidth,
} from './index.ts';

// golang.org/x/mod/sumdb/note, note_test.go (BSD-3-Clause): key, secret and note of its tests.
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const PETER_SECRET = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const PETER_TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const PETER_NOTE = `${PETER_TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

describe('signed notes', () => {
  const peter = signerOf(PETER_SECRET);
  const key = noteKey('PeterNeumann', peter);

  test('the reference note, byte for byte', () => {
    expect(noteKeyText(key)).toBe(PETER);
    expect(signNote(PETER_TEXT, 'PeterNeumann', peter)).toBe(PETER_NOTE);
    const note = readNote(Buffer.from(PETER_NOTE));
    expect(note?.text).toBe(PETER_TEXT);
    expect(isSignedBy(note as NonNullable<typeof note>, key)).toBe(true);
  });

  test('who looks at its own says what everybody says: of its own, of another key, of a bit that was changed, of another length', () => {
    const message = Buffer.from(PETER_TEXT);
    const own = ownVerifier(peter);
    const everybody = verifierOf(peter.publicKey);
    const right = peter.sign(message);
    const wrong = Array.from({ length: 64 }, (_, at) => right.map((byte, place) => (place === at ? byte ^ 1 : byte)));
    const given = [right, signerOf(Buffer.alloc(32, 7)).sign(message), right.subarray(1), Buffer.alloc(0), ...wrong];
    expect(given.map((signature) => own.verify(message, signature))).toEqual([
      true,
      ...given.slice(1).map(() => false),
    ]);
    for (const signature of given) expect(everybody?.verify(message, signature)).toBe(own.verify(message, signature));
    expect(own.verify(Buffer.from('something else'), right)).toBe(false);
  });

  test('a signature by the same key that was made in another way is right as well', () => {
    const [message, signature] = [Buffer.from('a'), Buffer.alloc(64)];
    const otherWay = { ...peter, verify: () => true };
    expect(ownVerifier(otherWay).verify(message, signature)).toBe(true);
  });

  test('another name, another key, another text is not signed', () => {
    const note = readNote(Buffer.from(PETER_NOTE));
    if (note === null) throw new Error('no note');
    const other = signerOf(Buffer.alloc(32, 7));
    expect(isSignedBy(note, noteKey('Peter', peter))).toBe(false);
    expect(isSignedBy(note, noteKey('PeterNeumann', other))).toBe(false);
    expect(isSignedBy({ ...note, text: note.text.replace('answer', 'anwser') }, key)).toBe(false);
  });

  test('lines of others are left alone; a second, wrong line of our own is not', () => {
    const other = signerOf(Buffer.alloc(32, 7));
    const theirs = signNote(PETER_TEXT, 'witness.example', other).slice(PETER_TEXT.length + 1);
    const both = readNote(Buffer.from(PETER_NOTE + theirs));
    expect(both?.signatures).toHaveLength(2);
    expect(both !== null && isSignedBy(both, key)).toBe(true);
    const [line] = PETER_NOTE.split('\n').filter((text) => text.startsWith('—'));
    const wrong = readNote(Buffer.from(`${PETER_NOTE}${(line as string).replace('wJnAM=', 'wJnAI=')}\n`));
    expect(wrong?.signatures).toHaveLength(2);
    expect(wrong !== null && isSignedBy(wrong, key)).toBe(false);
  });

  test.each([
    ['nothing', ''],
    ['no signature', `${PETER_TEXT}\n`],
    ['no end of the line', PETER_NOTE.slice(0, -1)],
    ['no blank line', PETER_NOTE.replace('\n\n', '\n')],
    ['a control character', PETER_NOTE.replace('If', 'If\u0000')],
    ['a carriage return', PETER_NOTE.replace('\n', '\r\n')],
    ['another dash', PETER_NOTE.replace('—', '-')],
    ['a plus in the name', PETER_NOTE.replace('PeterNeumann', 'Peter+Neumann')],
    ['two spaces', PETER_NOTE.replace('— ', '—  ')],
    ['base64 with bits to spare', PETER_NOTE.replace('wJnAM=', 'wJnAN=')],
  ])('no note: %s', (_name, text) => {
    expect(readNote(Buffer.from(text))).toBeNull();
  });

  test('no note: bytes that are no UTF-8', () => {
    expect(readNote(Buffer.concat([Buffer.of(0xff), Buffer.from(PETER_NOTE)]))).toBeNull();
  });

  test('bytes that are no key', () => {
    expect(verifierOf(Buffer.alloc(31))).toBeNull();
  });
});

describe('checkpoints', () => {
  const signer = signerOf(Buffer.alloc(32, 3));
  const origin = 'evidence.example/log';
  const key = noteKey(origin, signer);
  const head = { origin, size: 20_852_163, root: leafHash(Buffer.from('x')) };

  test('are read as they were signed', () => {
    const checkpoint = Buffer.from(signCheckpoint(head, signer));
    expect(openCheckpoint(checkpoint, key)).toEqual(head);
    for (let at = 0; at < checkpoint.length; at++) {
      const changed = Buffer.from(checkpoint);
      changed[at] = (changed[at] as number) ^ 1;
      if (openCheckpoint(changed, key) !== null) throw new Error(`byte ${at} may be changed`);
    }
  });

  // c2sp.org/tlog-checkpoint, its example.
  test('the example of the specification', () => {
    const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
    expect(readTreeHead(text)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
    expect(readTreeHead(`${text}more\n`)?.size).toBe(20_852_163);
    expect(readTreeHead(text.replace('20852163', '020852163'))).toBeNull();
    expect(readTreeHead(`${text}\n`)).toBeNull();
    expect(readTreeHead(text.replace('CsUY', 'Cs'))).toBeNull();
  });
});

describe('tiles', () => {
  // Indices and widths: c2sp.org/tlog-tiles; golang.org/x/mod/sumdb/tlog, tile_test.go (BSD-3-Clause), without its height.
  test.each<[string, Tile]>([
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/0/001', { level: 0, index: 1, width: 256 }],
    ['tile/0/001.p/5', { level: 0, index: 1, width: 5 }],
    ['tile/3/x001/x234/067.p/1', { level: 3, index: 1_234_067, width: 1 }],
    ['tile/entries/x057/500.p/255', { level: 'entries', index: 57_500, width: 255 }],
  ])('%s', (path, tile) => {
    expect(tilePath(tile)).toBe(path);
    expect(readTilePath(path)).toEqual(tile);
  });

  test.each([
    'tile/0/1',
    'tile/00/001',
    'tile/0/x000/001',
    'tile/0/001.p/256',
    'tile/0/001.p/0',
    'tile/0/001.p/05',
    'tile/-1/001',
    'tile/0/001/002',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
    '../tile/0/001',
    'tile/data/001',
  ])('no tile: %s', (path) => {
    expect(readTilePath(path)).toBeNull();
  });

  test('a tree of 70,000, as the specification counts it', () => {
    const tiles = newTiles(0, 70_000).filter(({ level }) => level !== 'entries');
    const full = (level: number) => tiles.filter((tile) => tile.level === level && tile.width === 256).length;
    expect([full(0), full(1), full(2)]).toEqual([273, 1, 0]);
    expect(tiles.filter(({ width }) => width < 256)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ]);
    expect(tileWidth(1, 0, 256)).toBe(1);
  });

  test('a growing tree writes what is new and no more', () => {
    expect(newTiles(300, 300)).toEqual([]);
    expect(newTiles(300, 301)).toEqual([
      { level: 'entries', index: 1, width: 45 },
      { level: 0, index: 1, width: 45 },
    ]);
    expect(newTiles(255, 256).map(tilePath)).toEqual(['tile/entries/000', 'tile/0/000', 'tile/1/000.p/1']);
  });

  const tree = new MerkleTree(Array.from({ length: 1_200 }, (_, index) => leafHash(Buffer.from(`entry ${index}`))));

  test('roots and proofs come out of tiles alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_200 }), fc.nat(), (size, chosen) => {
        const stored = new Map<string, Buffer>();
        for (const tile of newTiles(0, size)) {
          if (tile.level === 'entries') continue;
          stored.set(tilePath(tile), tileBytes(tile.level, tile.index, tile.width, tree.read));
        }
        const read = readerOfTiles(size, (tile) => stored.get(tilePath(tile)) as Buffer);
        const index = chosen % size;
        const own = new MerkleTree(Array.from({ length: size }, (_, at) => tree.read(0, at)));
        for (let level = 0; 2 ** level <= size; level++) {
          const node = Math.floor(index / 2 ** level);
          if ((node + 1) * 2 ** level > size) continue;
          expect(hex(read(level, node))).toBe(hex(own.read(level, node)));
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a tile that is missing or short is not made up', () => {
    const node = { level: 3, index: 2 };
    expect(tileOfNode(node, 300)).toEqual({ level: 0, index: 0, width: 256 });
    const read = readerOfTiles(300, () => Buffer.alloc(64));
    expect(() => read(node.level, node.index)).toThrow('tile/0/000');
  });
});

describe('entries', () => {
  const at = 1_795_000_000_000;
  const trace = 'f1c3a0b2-0001-4000-8000-000000000001';
  const hash = 'a'.repeat(64);
  const entries: LogEntry[] = [
    { type: 'build', build: hash, sha256: hash },
    { type: 'document', edition: 'js26', id: 'clauses', version: 1, sha256: hash },
    { type: 'capture', server: 's1', segment: '000001', from: 0, count: 3, root: hash },
    { type: 'manifest', trace, addendum: 0, sha256: hash, signature: Buffer.alloc(64).toString('base64') },
    { type: 'unmask', trace, by: 'E1001', approver: 'E1002', reason: '投诉核查', at },
    { type: 'export', trace, by: 'E1001', approver: 'E1002', reason: '法院调取', at },
    { type: 'hold', trace, by: 'E1001', reason: '诉讼', at },
    { type: 'release', trace, by: 'E1001', reason: '结案', at },
    { type: 'retention', trace, until: at, rule: 'five-years' },
    { type: 'erased', trace, rule: 'five-years', at },
  ];

  test.each(entries)('$type', (entry) => {
    expect(readEntry(entryBytes(entry))).toEqual(entry);
    expect(readEntry(Buffer.from(JSON.stringify({ ...entry, more: 1 })))).toBeNull();
    expect(() => entryBytes({ ...entry, type: 'other' } as never)).toThrow('entry.type');
  });

  test('no entry: too long, no JSON, not canonical', () => {
    expect(readEntry(Buffer.alloc(MOST_ENTRY_BYTES + 1, 0x20))).toBeNull();
    expect(readEntry(Buffer.from('null'))).toBeNull();
    expect(readEntry(Buffer.from(JSON.stringify(entries[0], null, 1)))).toBeNull();
  });

  test('bundles are read as they were written', () => {
    const list = entries.map((entry) => Buffer.from(entryBytes(entry)));
    const bundle = bundleBytes(list);
    expect(readBundle(bundle)).toEqual(list);
    expect(readBundle(bundle.subarray(0, -1))).toBeNull();
    expect(readBundle(Buffer.alloc(2 * 257))).toBeNull();
    expect(() => bundleBytes([Buffer.alloc(MOST_ENTRY_BYTES + 1)])).toThrow('too long');
  });
});
