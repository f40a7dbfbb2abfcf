import { expect, test } from 'vitest';
import { waitToLookAgainMs } from './look-again-pace.ts';

test('looks again soon at first, and never more seldom than it was told', () => {
  const waits = (everyMs: number) => [0, 1, 2, 3, 50].map((times) => waitToLookAgainMs(times, everyMs));
  expect(waits(5_000)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(waits(2_000)).toEqual([1_000, 2_000, 2_000, 2_000, 2_000]);
  expect(waits(500)).toEqual([500, 500, 500, 500, 500]);
});
