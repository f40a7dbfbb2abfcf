import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fetchTable } from './fetch-table.ts';

const BUILD = '0123456789abcdef0123456789abcdef';
const TEXT = '["请先看完这份文件再继续","width=device-width, initial-scale=1"]';

describe('the string table', () => {
  const asked: string[] = [];
  const never = { set: () => {} };
  const fetched = (answer: () => Promise<Response>, build = BUILD, timers: { set(run: () => void): unknown } = never) =>
    fetchTable({
      build,
      timers,
      fetch: (url) => {
        asked.push(url);
        return answer();
      },
    });

  test('is the one of the page’s build, called by the hash of what came', async () => {
    const table = await fetched(async () => new Response(TEXT));
    expect(asked.sort()).toEqual([`/assets/reference-${BUILD}.txt`, `/assets/table-${BUILD}.json`]);
    expect(table.sha256).toBe(createHash('sha256').update(TEXT).digest('hex'));
    expect([...table.index]).toEqual([
      ['请先看完这份文件再继续', 0],
      ['width=device-width, initial-scale=1', 1],
    ]);
  });

  test.each([
    ['is not there', async () => new Response('', { status: 404 })],
    ['cannot be asked for', async () => Promise.reject(new TypeError('no network'))],
    ['is no list', async () => new Response('<!doctype html>')],
    ['holds something else', async () => new Response('["a",1]')],
  ])('that %s is none', async (_, answer) => {
    expect((await fetched(answer)).sha256).toBe('');
  });

  test('of a page that names no build is not asked for; one that is late is not waited for', async () => {
    const before = asked.length;
    expect((await fetched(async () => new Response(TEXT), 'development')).sha256).toBe('');
    expect(asked).toHaveLength(before);
    const late = await fetched(() => new Promise(() => {}), BUILD, { set: (run) => run() });
    expect(late.sha256).toBe('');
  });
});
