import { describe, expect, test } from 'vitest';
import type { AsideAnswer, AsideRequest } from './aside-messages.ts';
import { type AsideWorker, openAside, rowsBeside } from './open-aside.ts';
import { memoryRows, type Row } from './rows.ts';

function fakeWorker() {
  const asked: AsideRequest[] = [];
  let ended = false;
  const worker: AsideWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request) => void asked.push(request),
    terminate() {
      ended = true;
    },
  };
  return {
    worker,
    asked,
    isEnded: () => ended,
    say: (data: AsideAnswer) => worker.onmessage?.({ data }),
    fail: () => (worker.onerror as (() => void) | null)?.(),
  };
}

function bench() {
  const fake = fakeWorker();
  let atMs = 0;
  const aside = openAside(
    () => fake.worker,
    () => atMs,
  );
  const own = memoryRows();
  const rows = rowsBeside(own, () => (aside.isThere() ? aside : null));
  const wait = (ms: number) => {
    atMs += ms;
  };
  return { fake, aside, own, rows, wait };
}

const ROW: Row = ['trace/tab/i000000000', '{}'];

describe('rows beside a worker', () => {
  test('are kept here until it says that it can get at the disk, and by it from then on', async () => {
    const { fake, own, rows } = bench();
    await rows.change([ROW], []);
    expect(await own.all()).toEqual([ROW]);
    expect(fake.asked).toEqual([]);
    fake.say({ ready: true });
    const changed = rows.change([['b', '2']], [ROW[0]]);
    expect(fake.asked).toEqual([{ id: 1, work: 'change', put: [['b', '2']], drop: [ROW[0]] }]);
    fake.say({ id: 1, ok: true, value: undefined });
    await changed;
    expect(await own.all()).toEqual([ROW]);
  });

  test('stay here where it cannot, and where the browser has none', async () => {
    const { fake, own, rows } = bench();
    fake.say({ ready: false });
    await rows.change([ROW], []);
    expect(fake.asked).toEqual([]);
    const without = openAside(
      () => {
        throw new ReferenceError('Worker is not defined');
      },
      () => 0,
    );
    expect(without.isThere()).toBe(false);
    expect(await own.all()).toEqual([ROW]);
  });

  test('that it refuses are refused: a full disk is as full from here', async () => {
    const { fake, own, rows } = bench();
    fake.say({ ready: true });
    const refused = expect(rows.change([ROW], [])).rejects.toThrow();
    fake.say({ id: 1, ok: false });
    await refused;
    expect(await own.all()).toEqual([]);
    expect(fake.isEnded()).toBe(false);
  });

  test('come here when it ends, what it was at included', async () => {
    const { fake, own, rows, aside } = bench();
    fake.say({ ready: true });
    const changed = rows.change([ROW], []);
    fake.fail();
    await changed;
    expect(await own.all()).toEqual([ROW]);
    expect(fake.isEnded()).toBe(true);
    expect(aside.isThere()).toBe(false);
    await rows.change([['b', '2']], []);
    expect(fake.asked).toHaveLength(1);
  });

  test('come here when it does not answer, and it is ended first, so that it writes nothing later', async () => {
    const { fake, own, rows, aside, wait } = bench();
    fake.say({ ready: true });
    const changed = rows.change([ROW], []);
    wait(4_000);
    expect(aside.isThere()).toBe(true);
    wait(2_000);
    expect(aside.isThere()).toBe(false);
    expect(fake.isEnded()).toBe(true);
    await changed;
    expect(await own.all()).toEqual([ROW]);
  });

  test('that were changed in time do not end it later', async () => {
    const { fake, rows, aside, wait } = bench();
    fake.say({ ready: true });
    const changed = rows.change([ROW], []);
    fake.say({ id: 1, ok: true, value: undefined });
    await changed;
    wait(60_000);
    expect(aside.isThere()).toBe(true);
  });
});

describe('what a worker sends', () => {
  const body = new Uint8Array([123, 125]);
  const init = { headers: { 'content-type': 'application/json' }, body };

  test('is answered as the server answered it', async () => {
    const { fake, aside } = bench();
    fake.say({ ready: true });
    const posted = aside.post('/collect', init);
    expect(fake.asked).toEqual([{ id: 1, work: 'post', url: '/collect', ...init }]);
    fake.say({ id: 1, ok: true, value: { status: 200, text: '{"code":200}' } });
    const answer = await posted;
    expect([answer.ok, answer.status, await answer.json()]).toEqual([true, 200, { code: 200 }]);
    const refused = aside.post('/collect', init);
    fake.say({ id: 2, ok: true, value: { status: 415, text: 'no' } });
    const { ok, status, json } = await refused;
    expect([ok, status]).toEqual([false, 415]);
    await expect(json()).rejects.toThrow();
  });

  test('is given up where it is not waited for, or cannot be sent', async () => {
    const { fake, aside } = bench();
    fake.say({ ready: true });
    const abort = new AbortController();
    const posted = aside.post('/collect', { ...init, signal: abort.signal });
    abort.abort();
    expect(fake.asked.at(-1)).toMatchObject({ work: 'abort', of: 1 });
    const failed = expect(posted).rejects.toThrow();
    fake.say({ id: 1, ok: false });
    await failed;
    const lost = expect(aside.post('/collect', init)).rejects.toThrow();
    fake.fail();
    await lost;
  });
});
