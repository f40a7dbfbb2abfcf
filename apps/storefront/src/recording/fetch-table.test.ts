import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTable } from './fetch-table.ts';

const BUILD = '0123456789abcdef0123456789abcdef';
const TEXT = '["请先看完这份文件再继续","width=device-width, initial-scale=1"]';

describe('the string table', () => {
  const asked: string[] = [];
  const never = { set: () => {} };
  const fetched = (answer: () => Promise<Response>, build = BUILD, timers: { set(run: () => void): unknown } = never) =>
    createTable({
      build,
      timers,
      fetch: (url) => {
        asked.push(url);
        return answer();
      },
    }).get();

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

  test.each([
    [503, 2],
    [502, 2],
    [429, 2],
    [404, 1],
  ])('that is answered by %i is asked for %i times', async (status, times) => {
    const tables = () => asked.filter((url) => url.includes('table')).length;
    const before = tables();
    const answers = [new Response('', { status }), new Response(TEXT)];
    const fetch = async (url: string) => {
      asked.push(url);
      return url.includes('table') ? (answers.shift() as Response) : new Response('');
    };
    const table = createTable({ build: BUILD, timers: never, fetch });
    expect((await table.get()).sha256).toBe('');
    expect((await table.get()).sha256 === '').toBe(times === 1);
    expect(tables() - before).toBe(times);
  });

  test('of a page that names no build is not asked for; one that is late is not waited for', async () => {
    const before = asked.length;
    expect((await fetched(async () => new Response(TEXT), 'development')).sha256).toBe('');
    expect(asked).toHaveLength(before);
    const late = await fetched(() => new Promise(() => {}), BUILD, { set: (run) => run() });
    expect(late.sha256).toBe('');
  });

  test('that was asked for ahead is not asked for again, however long it took; one that could not be had is', async () => {
    const before = asked.length;
    const answers = [Promise.reject(new TypeError('no network')), Promise.resolve(new Response(TEXT))];
    for (const answer of answers) answer.catch(() => {});
    let turn = 0;
    let isLate = () => {};
    const timers = {
      set(run: () => void) {
        isLate = run;
      },
    };
    const fetch = (url: string) => {
      asked.push(url);
      return url.includes('table') ? (answers[turn] as Promise<Response>) : Promise.resolve(new Response(''));
    };
    const table = createTable({ build: BUILD, timers, fetch });
    expect((await table.get()).sha256).toBe('');
    turn = 1;
    table.ask();
    table.ask();
    const got = await table.get();
    isLate();
    expect(got.sha256).not.toBe('');
    expect(await table.get()).toBe(got);
    expect(asked.length - before).toBe(4);
  });
});
