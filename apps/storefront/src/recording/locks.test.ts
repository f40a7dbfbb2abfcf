import { expect, test } from 'vitest';
import { browserLocks, leaseLocks } from './locks.ts';
import { memoryRows } from './rows.ts';
import { fakeTime } from './testing/fake-phone.ts';

function leases() {
  const time = fakeTime();
  const rows = memoryRows();
  const page = (owner: string) => {
    let alive = true;
    const timers = {
      set: (run: () => void, delayMs: number) => time.timers.set(() => alive && run(), delayMs),
      clear: time.timers.clear,
    };
    const locks = leaseLocks({ rows, rowOf: (name) => `${name}/l`, timers, now: time.now, owner });
    return { locks, kill: () => (alive = false) };
  };
  return { time, rows, page };
}

test('a living page keeps its lease, a killed one loses it after a while', async () => {
  const { time, page } = leases();
  const [one, two] = [page('one'), page('two')];
  one.locks.hold('life');
  await time.pass(600_000);
  let ran = 0;
  const run = async () => {
    ran += 1;
  };
  expect(await two.locks.ifFree('life', run)).toBe(false);
  one.kill();
  expect(await two.locks.ifFree('life', run)).toBe(false);
  await time.pass(160_000);
  expect(await two.locks.ifFree('life', run)).toBe(true);
  expect(ran).toBe(1);
});

test('a lease that is given back can be taken at once, also after its work has failed', async () => {
  const { time, rows, page } = leases();
  const [one, two] = [page('one'), page('two')];
  const release = one.locks.hold('life');
  await time.settle();
  release();
  await time.settle();
  const fails = async () => {
    throw new Error('no network');
  };
  expect(await two.locks.ifFree('life', fails)).toBe(true);
  await time.settle();
  expect(await rows.all()).toEqual([]);
});

test('the browser’s own locks: held until released, or until the page is gone', async () => {
  const held = new Set<string>();
  const request = async (name: string, ...more: unknown[]) => {
    const run = more.pop() as (lock: object | null) => unknown;
    if (held.has(name)) return run(null);
    held.add(name);
    await run({});
    return held.delete(name);
  };
  const locks = browserLocks({ request } as unknown as LockManager);
  const release = locks.hold('life');
  const run = async () => {};
  expect(await locks.ifFree('life', run)).toBe(false);
  release();
  await Promise.resolve();
  await Promise.resolve();
  expect(await locks.ifFree('life', run)).toBe(true);
});
