import { expect, test } from 'vitest';
import { createVirtualClock } from './virtual-clock.ts';

const START = Date.parse('2026-11-20T08:00:00+08:00');

function still() {
  const source = { atMs: START, now: () => source.atMs };
  return { source, clock: createVirtualClock(source) };
}

test('runs with its source, faster or slower by its speed', () => {
  const { source, clock } = still();
  source.atMs += 1000;
  expect(clock.now() - START).toBe(1000);
  clock.setSpeed(600);
  source.atMs += 1000;
  expect(clock.now() - START).toBe(601_000);
  clock.setSpeed(0);
  source.atMs += 5000;
  expect(clock.now() - START).toBe(601_000);
});

test('advancing runs due jobs in order, each at its own moment, and those they add on the way', async () => {
  const { clock } = still();
  const seen: [string, number][] = [];
  const note = (name: string) => seen.push([name, clock.now() - START]);
  clock.schedule(START + 3000, () => void note('third'));
  clock.schedule(START + 1000, () => {
    note('first');
    clock.schedule(START + 2000, () => void note('second'));
  });
  clock.schedule(START + 9000, () => void note('never'));
  await clock.advance(5000);
  expect(seen).toEqual([
    ['first', 1000],
    ['second', 2000],
    ['third', 3000],
  ]);
  expect(clock.now() - START).toBe(5000);
});

test('advancing waits for what a job started', async () => {
  const { clock } = still();
  let done = false;
  clock.schedule(START + 10, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    done = true;
  });
  await clock.advance(10);
  expect(done).toBe(true);
});

test('a cancelled job does not run, and going back runs nothing', async () => {
  const { clock } = still();
  let runs = 0;
  clock
    .schedule(START + 10, () => {
      runs += 1;
    })
    .cancel();
  clock.schedule(START + 1000, () => {
    runs += 1;
  });
  await clock.advance(500);
  await clock.set(START - 86_400_000);
  expect(runs).toBe(0);
  expect(clock.now()).toBe(START - 86_400_000);
  await clock.set(START + 2000);
  expect(runs).toBe(1);
});

test('a job that is due runs by itself', async () => {
  const clock = createVirtualClock({ now: Date.now });
  await new Promise<void>((resolve) => clock.schedule(clock.now() + 5, resolve));
  await clock.stop();
});
