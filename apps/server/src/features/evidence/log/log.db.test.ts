import { randomBytes, randomInt } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LogEntry, newTiles, openCheckpoint, readBundle, tilePath } from '@huimin/evidence/log';
import { isConsistent, isIncluded, leafHash, MerkleTree } from '@huimin/evidence/merkle';
import { signerOf } from '@huimin/evidence/signature';
import { createTestClock, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderStore } from '../../../adapters/folder-store/create-folder-store.ts';
import { type Database, openDatabase } from '../../../db/database.ts';
import { type ObjectStore, StoreUnavailable } from '../../../ports/object-store.ts';
import { createEvidenceLog, type EvidenceLog, type LogInput } from './evidence-log.ts';
import { EntryTaken } from './log-store.ts';
import { copyName, publishLog } from './publish.ts';
import { rebuildLog } from './rebuild-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'evidence-log-'));
const clock = createTestClock();
const random = { bytes: (size: number) => randomBytes(size), below: (below: number) => randomInt(below) };
const logged: string[] = [];
const write = (...entry: unknown[]) => void logged.push(JSON.stringify(entry));
const inOrder: boolean[] = [];
/** What the operators are told after each round: where something does not fit, null where all does. */
const told: (string | null)[] = [];
const store = createFolderStore({ folder: join(folder, 'store'), clock });
const copies = createFolderStore({ folder: join(folder, 'copies'), clock });
const signer = signerOf(Buffer.alloc(32, 6));

let database: Database;
let drop: () => Promise<void>;
let log: EvidenceLog;

beforeAll(async () => {
  const fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  drop = fresh.drop;
  log = server();
});
afterAll(async () => {
  await database.close();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

function server(other: Partial<LogInput> = {}): EvidenceLog {
  const measures = { isInOrder: (is: boolean) => void inOrder.push(is), grewTo() {}, stamped() {} };
  const own = { database, clock, random, log: { info: write, warn: write, error: write }, store, copies, signer };
  return createEvidenceLog({
    ...own,
    formerSigner: null,
    secondLine: null,
    publicOrigin: 'https://shop.example',
    measures,
    tellOperators: async (damage) => void told.push(damage?.part ?? null),
    ...other,
  });
}

const entryOf = (number: number): LogEntry => ({ type: 'erased', trace: 'a'.repeat(8), rule: 'r', at: number });
const keyOf = (number: number): string => `thing/${number}`;

async function add(from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) await log.append(database.query, keyOf(number), entryOf(number));
}

/** The tree head that the log shows, opened with its key. */
async function shown() {
  const last = await log.checkpoint();
  const head = last && openCheckpoint(Buffer.from(last.checkpoint), await log.key());
  if (!last || !head) throw new Error('no checkpoint');
  return { ...head, number: last.number, text: last.checkpoint };
}

/** The tree as anybody makes it from the bundles alone. */
async function treeOfBundles(size: number): Promise<MerkleTree> {
  const tree = new MerkleTree();
  for (let index = 0; tree.size < size; index++) {
    const bytes = await log.tile({ level: 'entries', index, width: Math.min(256, size - index * 256) });
    for (const entry of readBundle(bytes as Buffer) ?? []) tree.append(leafHash(entry));
  }
  return tree;
}

/** As somebody does who may write everywhere but in the second place. */
async function asAdministrator(statement: string): Promise<void> {
  await database.query('alter table log_entries disable trigger all');
  await database.query(statement);
  await database.query('alter table log_entries enable trigger all');
}

test('what is added gets a number each and a checkpoint that every earlier one is the beginning of', async () => {
  expect(await publishLog(log)).toBe(0);
  expect(await log.checkpoint()).toBeNull();
  const heads: { size: number; root: Uint8Array }[] = [];
  for (const [from, to] of [
    [0, 1],
    [1, 3],
    [3, 255],
    [255, 256],
    [256, 257],
    [257, 600],
  ] as const) {
    await add(from, to);
    expect(await publishLog(log)).toBe(to - from);
    expect(await publishLog(log)).toBe(0);
    const head = await shown();
    expect(head).toMatchObject({ origin: 'shop.example/traceable-service/log', size: to });
    expect(String(await copies.get(copyName(head.number)))).toBe(head.text);
    heads.push(head);
  }
  const last = heads.at(-1) as (typeof heads)[number];
  const tree = await treeOfBundles(last.size);
  for (const { size, root } of heads) {
    expect(Buffer.from(root).equals(tree.root(size))).toBe(true);
    expect(Buffer.from(root).equals(await log.rootAt(size))).toBe(true);
    expect(isConsistent(size, last.size, root, last.root, [...(await log.consistency(size, last.size))])).toBe(true);
  }
  for (const number of [0, 2, 255, 256, 599]) {
    const proof = await log.proofOf(keyOf(number));
    if (!proof) throw new Error(`no proof of ${number}`);
    expect(isIncluded(leafHash(proof.entry), proof.index, proof.size, [...proof.path], last.root)).toBe(true);
  }
  expect((await log.proofOf(keyOf(2), 256))?.size).toBe(256);
  expect(await log.proofOf(keyOf(300), 256)).toBeNull();
  const published = await log.published([keyOf(0), keyOf(599), keyOf(600)]);
  expect([...published.keys()].sort()).toEqual([keyOf(0), keyOf(599)]);
  // Narrower files go once wider ones stand for them; those of the last two checkpoints are there.
  const narrow = ['000.p', '001.p', '002.p'].map((name) => readdirSync(join(folder, 'store/objects/log/tile/0', name)));
  expect(narrow).toEqual([[], ['1'], ['88']]);
});

test('a thing has one entry, and what has a number stays', async () => {
  await add(0, 3);
  expect(await publishLog(log)).toBe(0);
  await expect(log.append(database.query, keyOf(0), entryOf(1))).rejects.toThrow(EntryTaken);
  for (const statement of [
    'update log_entries set appended_at = appended_at where position = 3',
    'delete from log_entries where position = 3',
    'truncate log_entries',
  ]) {
    await expect(database.query(statement)).rejects.toThrow('append-only');
  }
});

test('servers side by side give one tree, and a round that broke off is gone on with', async () => {
  const others = [server(), server(), server()];
  const before = (await shown()).size;
  await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      await add(before + at, before + at + 1);
      await publishLog(others[at % 3] as EvidenceLog);
    }),
  );
  await publishLog(log);
  expect((await shown()).size).toBe(before + 30);
  // Cut off behind the copy: the second place has a checkpoint that the database does not know of.
  await add(before + 30, before + 33);
  const { number } = await shown();
  const breaksOff = server({ store: { ...store, remove: () => Promise.reject(new StoreUnavailable('gone')) } });
  await expect(publishLog(breaksOff)).rejects.toThrow('gone');
  await database.query('delete from log_checkpoints where number > $1', [number]);
  const copy = String(await copies.get(copyName(number + 1)));
  await add(before + 33, before + 35);
  expect(await publishLog(log)).toBe(3);
  expect((await shown()).text).toBe(copy);
  expect(await publishLog(log)).toBe(2);
  expect((await treeOfBundles(before + 35)).root()).toEqual(Buffer.from((await shown()).root));
});

test('nothing is shown that could not be copied or stored, and nothing is lost by it', async () => {
  const { size, number } = await shown();
  await add(size, size + 2);
  const down = (at: ObjectStore): ObjectStore => ({ ...at, put: () => Promise.reject(new StoreUnavailable('down')) });
  await expect(publishLog(server({ copies: down(copies) }))).rejects.toThrow('down');
  await expect(publishLog(server({ store: down(store) }))).rejects.toThrow('down');
  expect((await shown()).number).toBe(number);
  expect(await publishLog(log)).toBe(2);
});

test('a lease that nobody gives back ends', async () => {
  const { size } = await shown();
  await database.query(`update log_state set lease_by = 'gone', lease_until = $1`, [new Date(clock.now() + 60_000)]);
  await add(size, size + 1);
  expect(await publishLog(log)).toBe(0);
  clock.advance(60_000);
  expect(await publishLog(log)).toBe(1);
});

test('files that the store lost are made again from the database, byte for byte, and nothing else is written', async () => {
  const { size } = await shown();
  const tiles = join(folder, 'store/objects/log/tile');
  const files = () =>
    readdirSync(tiles, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(tiles, name)).isFile())
      .sort();
  const whole = newTiles(0, size).map(tilePath);
  const contents = new Map(whole.map((path) => [path, readFileSync(join(folder, 'store/objects/log', path))]));
  expect(await rebuildLog(server())).toEqual({ size, files: whole.length, written: [], different: [] });
  rmSync(tiles, { recursive: true });
  await add(size, size + 1);
  inOrder.length = 0;
  told.length = 0;
  expect(await publishLog(server())).toBe(0);
  expect(inOrder).toEqual([false]);
  expect(told).toEqual(['files']);

  // Entries that are not the checkpoint's write nothing.
  const position = `(select position from log_entries where key = '${keyOf(2)}')`;
  const [row] = await database.query<{ entry: Buffer }>(`select entry from log_entries where key = '${keyOf(2)}'`);
  await asAdministrator(`update log_entries set entry = ${hexOf(entryOf(7))} where position = ${position}`);
  expect(await rebuildLog(server())).toEqual({ damage: expect.stringContaining('are not those of the checkpoint') });
  expect(existsSync(tiles)).toBe(false);
  await asAdministrator(
    `update log_entries set entry = '\\x${row?.entry.toString('hex')}' where position = ${position}`,
  );
  const nowhere = createFolderStore({ folder: join(folder, 'nowhere'), clock });
  expect(await rebuildLog(server({ copies: nowhere }))).toEqual({ damage: expect.stringContaining('has no copy') });

  const left: number[] = [];
  const rebuilt = await rebuildLog(server(), (done, of) => left.push(of - done));
  expect(rebuilt).toEqual({ size, files: whole.length, written: whole, different: [] });
  expect(left.at(-1)).toBe(0);
  expect(files().map((name) => `tile/${name}`)).toEqual(whole.toSorted());
  for (const [path, bytes] of contents) expect(readFileSync(join(folder, 'store/objects/log', path))).toEqual(bytes);
  expect(await publishLog(server())).toBe(1);
  expect(told).toEqual(['files', null]);
  expect((await treeOfBundles(size + 1)).root()).toEqual(Buffer.from((await shown()).root));

  // One that is there with other bytes is told, and stays.
  const file = join(folder, 'store/objects/log', tilePath({ level: 0, index: 0, width: 256 }));
  const bytes = readFileSync(file);
  chmodSync(file, 0o644);
  writeFileSync(file, Buffer.alloc(bytes.length));
  expect(await rebuildLog(server())).toMatchObject({ written: [], different: ['tile/0/000'] });
  expect(readFileSync(file)).toEqual(Buffer.alloc(bytes.length));
  writeFileSync(file, bytes);
  chmodSync(file, 0o444);
});

test('whoever rewrites an entry, or the whole log, is told from the second place', async () => {
  const alarm = async (): Promise<string> => {
    logged.length = 0;
    inOrder.length = 0;
    told.length = 0;
    const copied = join(folder, 'copies/objects/checkpoints');
    const all = readdirSync(copied);
    const before = await log.checkpoint();
    expect(await publishLog(server())).toBe(0);
    expect(await log.checkpoint()).toEqual(before);
    expect(readdirSync(copied)).toEqual(all);
    expect(inOrder).toEqual([false]);
    return `${told.join()}: ${logged.join()}`;
  };
  const { size } = await shown();
  const last = (await shown()).number;
  await add(size, size + 1);

  // A checkpoint over the tree before, put in the place of the last one.
  const earlier = String(await copies.get(copyName(last - 1)));
  const latest = String(await copies.get(copyName(last)));
  await database.query('update log_checkpoints set checkpoint = $1 where number = $2', [earlier, last]);
  expect(await alarm()).toMatch(/^checkpoint: .*put in the place of another/);
  await database.query('update log_checkpoints set checkpoint = $1 where number = $2', [latest, last]);

  // A file of the tree changed.
  const file = join(folder, 'store/objects/log', tilePath({ level: 0, index: 2, width: size - 512 }));
  const bytes = readFileSync(file);
  chmodSync(file, 0o644);
  writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) as number) ^ 1)]));
  expect(await alarm()).toMatch(/^files: .*(is not the tree's|are not those of the checkpoint)/);
  writeFileSync(file, bytes);

  // Back to an earlier state, as a restored backup of the database is.
  const rows = await database.query<{ number: number; size: bigint; checkpoint: string }>(
    'select number, size, checkpoint from log_checkpoints where number >= $1 order by number',
    [last - 1],
  );
  await database.query('delete from log_checkpoints where number >= $1', [last]);
  await asAdministrator(`delete from log_entries where position >= ${rows[0]?.size}`);
  await database.query('update log_state set size = $1', [rows[0]?.size]);
  expect(await alarm()).toContain('over another tree');

  // Everything in the database and the store made anew, with one entry rewritten: the server would sign it itself.
  await database.query('delete from log_checkpoints');
  await asAdministrator(`update log_entries set position = null`);
  await asAdministrator(`update log_entries set entry = ${hexOf(entryOf(7))} where key = '${keyOf(2)}'`);
  await database.query('update log_state set size = 0');
  chmodSync(file, 0o444);
  rmSync(join(folder, 'store'), { recursive: true });
  // The first checkpoint speaks for the entry before it alone, and is found again; the second for the rewritten one.
  expect(await publishLog(log)).toBe(1);
  expect(await alarm()).toContain('a checkpoint 2 over another tree');

  // The same without the second place is a log like any other: that is what it is for.
  const elsewhere = createFolderStore({ folder: join(folder, 'elsewhere'), clock });
  expect(await publishLog(server({ copies: elsewhere }))).toBeGreaterThan(0);
});

const hexOf = (entry: LogEntry): string => `'\\x${Buffer.from(JSON.stringify(sorted(entry))).toString('hex')}'`;
const sorted = (entry: object): object =>
  Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
