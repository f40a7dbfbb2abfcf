import { expect, test } from 'vitest';
import { createFollowedClock } from './followed-clock.ts';

test('the machine’s time until somebody moves the clock, then from there at its speed', () => {
  let machineMs = 1_000;
  const clock = createFollowedClock(() => machineMs);
  expect([clock.now(), clock.isMoved()]).toEqual([1_000, false]);
  clock.follow({ atMs: 500_000, machineMs: 900, speed: 2 });
  expect([clock.now(), clock.isMoved()]).toEqual([500_200, true]);
  machineMs = 2_000;
  expect(clock.now()).toBe(502_200);
  clock.follow({ atMs: 502_200, machineMs: 2_000, speed: 0 });
  machineMs = 9_000;
  expect(clock.now()).toBe(502_200);
});
