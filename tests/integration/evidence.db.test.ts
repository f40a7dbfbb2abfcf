import { noteKey, openCheckpoint, readBundle, readEntry } from '@huimin/evidence/log';
import { leafHash } from '@huimin/evidence/merkle';
import { signerOf } from '@huimin/evidence/signature';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from './shop.ts';

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
