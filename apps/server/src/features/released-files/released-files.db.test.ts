import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { createReleasedFiles } from './index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let fresh: FreshDatabase;
let database: Database;
let folder: string;
let nowMs = 1_800_000_000_000;
const clock = { now: () => nowMs };
const log = { info: () => {}, warn: () => {}, error: () => {} };

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'built-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.query('delete from released_files');
});

const server = () => createReleasedFiles({ database, clock, log }, [{ folder, prefix: '/assets/' }]);
/** A server of another release, which has none of these files. */
const other = () => createReleasedFiles({ database, clock, log }, []);

test('what one server shows another finds, as the build compressed it or compressed now', async () => {
  writeFileSync(join(folder, 'app-1.js'), 'let one');
  writeFileSync(join(folder, 'app-1.js.br'), brotliCompressSync('let one, by the build'));
  writeFileSync(join(folder, 'app-1.js.gz'), 'gzip');
  writeFileSync(join(folder, 'page-2.css'), 'a{}');
  expect(await server().keep()).toBe(2);
  expect(await server().keep()).toBe(0);
  const found = await other().find('/assets/app-1.js');
  expect(brotliDecompressSync(found as Buffer).toString()).toBe('let one, by the build');
  expect(brotliDecompressSync((await other().find('/assets/page-2.css')) as Buffer).toString()).toBe('a{}');
  expect(await other().find('/assets/app-1.js.gz')).toBeNull();
});

test('two servers of one release that start together keep each file once', async () => {
  for (let index = 0; index < 40; index++) writeFileSync(join(folder, `part-${index}.js`), `let part${index}`);
  const [first, second] = await Promise.all([server().keep(), server().keep()]);
  expect(first + second).toBe(40);
});

test('a name that nobody has is not looked for again at once, and is found soon after somebody has it', async () => {
  const asking = other();
  expect(await asking.find('/assets/late-1.js')).toBeNull();
  writeFileSync(join(folder, 'late-1.js'), 'late');
  await server().keep();
  expect(await asking.find('/assets/late-1.js')).toBeNull();
  nowMs += 5_000;
  expect(await asking.find('/assets/late-1.js')).not.toBeNull();
});

test('files stay as long as a server shows them and two months beyond', async () => {
  writeFileSync(join(folder, 'shown-1.js'), 'shown');
  await server().keep();
  nowMs += 59 * DAY_MS;
  expect(await server().tidy()).toBe(0);
  nowMs += 59 * DAY_MS;
  expect(await other().tidy()).toBe(0);
  nowMs += 2 * DAY_MS;
  expect(await other().tidy()).toBe(1);
  expect(await other().find('/assets/shown-1.js')).toBeNull();
});

test('a server that can keep nothing starts all the same, and says so', async () => {
  const said: unknown[] = [];
  const broken = { ...database, query: () => Promise.reject(new Error('no connection')) };
  const files = createReleasedFiles(
    { database: broken, clock, log: { ...log, error: (...entry: unknown[]) => void said.push(entry) } },
    [{ folder, prefix: '/assets/' }],
  );
  expect(await files.keep()).toBe(0);
  expect(JSON.stringify(said)).toContain('no connection');
});
