import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256, sha256Hex } from '@huimin/evidence/bytes';
import { noteKey, openCheckpoint, readBundle, readEntry } from '@huimin/evidence/log';
import { leafHash } from '@huimin/evidence/merkle';
import { signerOf } from '@huimin/evidence/signature';
import { checkStamp, readArchive, sha512, stampDigest } from '@huimin/evidence/stamp';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { signedIn } from './desk.ts';
import { agreements, keep, loggedIn, openShop, REQUIRED, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
});
afterAll(() => shop.close());

const read = (path: string): Promise<Response> => fetch(`${shop.origin}/traceable-service/log/${path}`);
const bytesOf = async (path: string): Promise<Buffer> => Buffer.from(await (await read(path)).arrayBuffer());

test('anybody may read the log as it was published, and nothing beside it', async () => {
  const entry = Buffer.from('{"at":1,"rule":"r","trace":"aaaaaaaa","type":"erased"}');
  await shop.servers[0]?.deps.database.query(
    `insert into log_entries (key, entry, appended_at) values ('test', $1, '2099-01-01')`,
    [entry],
  );
  expect(await shop.runJob('evidence-log')).toBe(1);

  const answer = await read('checkpoint');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const origin = `${new URL(shop.origin).host}/traceable-service/log`;
  const key = noteKey(origin, signerOf(Buffer.alloc(32, 6)));
  const { size } = openCheckpoint(Buffer.from(await answer.arrayBuffer()), key) ?? { size: 0 };

  const bundle = await read(`tile/entries/000.p/${size}`);
  expect(bundle.headers.get('content-type')).toBe('application/octet-stream');
  expect(bundle.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const entries = readBundle(Buffer.from(await bundle.arrayBuffer())) ?? [];
  expect(entries).toHaveLength(size);
  expect(entries.at(-1)).toEqual(entry);
  expect(entries.map(readEntry)).not.toContain(null);
  expect(await bytesOf(`tile/0/000.p/${size}`)).toEqual(Buffer.concat(entries.map(leafHash)));
  for (const path of [
    `tile/0/000.p/${size + 1}`,
    'tile/0/000',
    'tile/1/000.p/1',
    'tile/0/000.p/0',
    'tile/0/..%2f..%2f..%2fcopies/checkpoints/000000001',
    'tile/entries/000.p/1/',
    'tile/',
  ]) {
    expect([path, (await read(path)).status]).toEqual([path, 404]);
  }
});

const server = () => shop.servers[0] ?? expect.fail();

test('operators are told while the log does not fit together, and no longer than that', async () => {
  await seedStaffOfDemonstration(server().deps);
  const desk = await signedIn(shop, 'yunwei01');
  const standing = async () => (await desk.value('listStandingAlerts')).alerts;
  const tiles = join(shop.evidenceDir, 'store', 'objects', 'log', 'tile');
  renameSync(tiles, `${tiles}-away`);
  await shop.runJob('evidence-log');
  await shop.runJob('evidence-log');
  expect(await standing()).toMatchObject([
    {
      ...{ kind: 'evidence-log-damaged', title: '证据日志对不上', clearsItself: true },
      details: [{ label: '哪里对不上', value: '存储里的文件' }],
    },
  ]);
  renameSync(`${tiles}-away`, tiles);
  await shop.runJob('evidence-log');
  expect(await standing()).toEqual([]);
});

/** A new version of a document, published as an operator's import does. */
async function publish(version: number, key: string, text: string, sha256?: string): Promise<void> {
  const { query } = server().deps.database;
  const blocks = [{ kind: 'paragraph', text }];
  const [row] = await query<{ title: string }>('select title from documents where document_key = $1', [key]);
  await query(
    `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
     select edition_code, document_key, $2, title, required, $3, $4, $5 from documents
     where document_key = $1 and version = 1`,
    [
      ...[key, version, JSON.stringify(blocks)],
      ...[sha256 ?? sha256Hex(JSON.stringify({ title: row?.title, blocks })), new Date(shop.clock.now())],
    ],
  );
}

test('what can be shown stands in the log before anybody can ask, with its content kept', async () => {
  const store = join(shop.evidenceDir, 'store', 'objects');
  const entries = (readBundle(await bytesOf(`tile/entries/000.p/${await sizeOf()}`)) ?? []).map(readEntry);
  const product = await shop.visitor().value('productInfo', {});
  for (const { key, version } of product.documents) {
    const { sha256 } = await shop.visitor().value('queryPage', { pageKey: key });
    expect(entries).toContainEqual({ type: 'document', edition: product.editionCode, id: key, version, sha256 });
    expect(sha256Hex(readFileSync(join(store, 'documents', sha256)))).toBe(sha256);
  }
  const build = entries.find((entry) => entry?.type === 'build');
  const list = readFileSync(join(store, 'builds', `${build?.type === 'build' ? build.build : ''}.json`));
  expect(build).toMatchObject({ sha256: sha256Hex(list) });
  await shop.runJob('evidence-files');
  const { assets } = JSON.parse(String(list)) as { assets: { path: string; sha256: string }[] };
  expect(assets.map(({ path }) => path)).toContainEqual(expect.stringMatching(/\.css$/));
  for (const { sha256 } of assets) expect(sha256Hex(readFileSync(join(store, 'assets', sha256)))).toBe(sha256);
});

test('a document that is not registered cannot be read or agreed to', async () => {
  const visitor = await loggedIn(shop, people.linMei);
  const self = await keep(visitor, people.linMei, '00');
  const agreedDocuments = await agreements(visitor.value, REQUIRED);
  const save = async (clientKey: string, versions = agreedDocuments) =>
    (
      await visitor.call('saveOrder', {
        clientKey: clientKey.repeat(32),
        policyholderMemberId: self,
        insuredMemberIds: [self],
        agreedDocuments: versions,
      })
    ).envelope;
  const withClauses = (version: number) =>
    agreedDocuments.map((one) => (one.key === 'clauses' ? { ...one, version } : one));
  const clauses = { pageKey: 'clauses' };

  // Its words are not those of its hash: never.
  await publish(2, 'clauses', '第二版', '0'.repeat(64));
  await server().deps.editions.refresh();
  expect((await visitor.value('queryPage', clauses)).version).toBe(1);
  expect((await visitor.call('queryPage', { ...clauses, version: 2 })).envelope.code).toBe(400104);
  expect((await visitor.value('pageVersions', clauses)).versions.map(({ version }) => version)).toEqual([1]);
  expect((await save('a', withClauses(2))).message).toContain('有更新，请重新读完再付款');

  // The second place is gone: not yet.
  const copies = join(shop.evidenceDir, 'copies');
  rmSync(copies, { recursive: true });
  writeFileSync(copies, '');
  await publish(3, 'clauses', '第三版');
  await server().deps.editions.refresh();
  expect((await visitor.value('queryPage', clauses)).version).toBe(1);
  expect((await save('b', withClauses(3))).message).toContain('有更新，请重新读完再付款');
  rmSync(copies);
  await server().deps.editions.refresh();
  expect((await visitor.value('queryPage', clauses)).version).toBe(3);
  expect(readdirSync(join(copies, 'objects', 'checkpoints')).length).toBeGreaterThan(0);

  // Words of a registered version changed in the database: not any more, and nothing can be agreed to without them.
  await server().deps.database.query(
    `update documents set blocks = '[{"kind":"paragraph","text":"改过"}]', sha256 = $1 where document_key = 'exclusions'`,
    [sha256Hex('{"title":"免除责任","blocks":[{"kind":"paragraph","text":"改过"}]}')],
  );
  await publish(4, 'clauses', '第四版');
  await server().deps.editions.refresh();
  expect((await visitor.call('queryPage', { pageKey: 'exclusions' })).envelope.code).toBe(400104);
  expect(await save('c', withClauses(4))).toMatchObject({
    code: expect.any(Number),
    message: expect.stringContaining('免除责任'),
  });
});

async function sizeOf(): Promise<number> {
  const text = String(await bytesOf('checkpoint'));
  return Number(text.split('\n')[1]);
}

interface Stamped {
  readonly authority: number;
  readonly checkpoint: string;
  readonly reply: Buffer;
  readonly certificates: string;
}

test('checkpoints are stamped, often by one authority and once a day by another; what fails is asked for again', async () => {
  const stamped = () =>
    server().deps.database.query<Stamped>(
      `select s.authority, c.checkpoint, s.reply, s.certificates from log_stamps s
       join log_checkpoints c on c.number = s.checkpoint order by s.stamped_at, s.authority`,
    );
  const grow = async (key: string): Promise<void> => {
    await server().deps.database.query(
      `insert into log_entries (key, entry, appended_at) values ($1, $2, '2099-01-01')`,
      [key, Buffer.from(`{"at":1,"rule":"${key}","trace":"aaaaaaaa","type":"erased"}`)],
    );
    expect(await shop.runJob('evidence-log')).toBe(1);
  };
  for (const kind of ['http_500', 'truncated'] as const) {
    shop.sandbox.control.faults.add({ provider: 'tsa', kind, times: 2 });
    await shop.runJob('evidence-stamps');
    expect(await stamped()).toEqual([]);
  }
  await shop.runJob('evidence-stamps');
  expect((await stamped()).map(({ authority }) => authority)).toEqual([1, 2]);
  await grow('second');
  await shop.runJob('evidence-stamps');
  expect(await stamped()).toHaveLength(2);
  await shop.clock.advance(3_600_000);
  await shop.runJob('evidence-stamps');
  await shop.clock.advance(3_600_000);
  // Nothing new to be stamped.
  await shop.runJob('evidence-stamps');
  expect((await stamped()).map(({ authority }) => authority)).toEqual([1, 2, 1]);
  await shop.clock.advance(24 * 3_600_000);
  await grow('third');
  await shop.runJob('evidence-stamps');
  const all = await stamped();
  expect(all.map(({ authority }) => authority)).toEqual([1, 2, 1, 1, 2]);
  for (const { authority, checkpoint, reply, certificates } of all) {
    const path = authority === 1 ? '/tsa' : '/tsa2';
    const roots = await (await fetch(`${shop.sandbox.origin}${path}/root.pem`)).text();
    expect(checkStamp(reply, { imprint: sha256(checkpoint), roots })).toMatchObject({ serial: expect.any(String) });
    expect(certificates).toContain(roots.trim());
  }
});

test('what was stamped on a day is stamped again after three years, once, and again three years later', async () => {
  const archived = () =>
    server().deps.database.query<{
      day: string;
      generation: number;
      list: Buffer;
      reply: Buffer;
      certificates: string;
    }>('select day::text, generation, list, reply, certificates from log_archives order by generation, day');
  const days = (await archived()).length;
  expect([days, await shop.runJob('evidence-archives')]).toEqual([0, 0]);
  const year = 366 * 24 * 3_600_000;
  shop.clock.advance(3 * year);
  shop.sandbox.control.faults.add({ provider: 'tsa', kind: 'http_500', times: 1 });
  const done = await shop.runJob('evidence-archives');
  expect(done).toBeGreaterThan(0);
  expect(await shop.runJob('evidence-archives')).toBe(0);
  const first = await archived();
  expect(first).toHaveLength(done);
  const stamps = await server().deps.database.query<Stamped>(
    `select c.checkpoint, s.reply, s.certificates from log_stamps s join log_checkpoints c on c.number = s.checkpoint`,
  );
  const named = new Set(first.flatMap(({ list }) => readArchive(list)?.stamps ?? expect.fail()));
  for (const { reply, checkpoint, certificates } of stamps) {
    expect(named).toContain(stampDigest(reply, Buffer.from(checkpoint), certificates));
  }
  for (const { list, reply, certificates } of first) {
    expect(checkStamp(reply, { imprint: sha512(list), roots: null, certificates })).toMatchObject({
      until: expect.any(Number),
    });
  }
  shop.clock.advance(3 * year);
  expect(await shop.runJob('evidence-archives')).toBe(done);
  const second = (await archived()).slice(first.length);
  for (const [index, { list }] of second.entries()) {
    const { list: before, reply, certificates } = first[index] ?? expect.fail();
    expect(readArchive(list)?.stamps).toContain(stampDigest(reply, before, certificates));
  }
  expect(readdirSync(join(shop.evidenceDir, 'copies', 'objects', 'archives')).length).toBeGreaterThanOrEqual(6 * done);
});
