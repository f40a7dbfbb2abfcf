import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createJobRunner } from './job-runner.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  { mostShare: undefined, restMs: 1_000 },
  { mostShare: 0.05, restMs: 1_900 },
  { mostShare: 0.5, restMs: 1_000 },
])('a round of 100 ms with a share of $mostShare is followed by $restMs ms of rest', async ({ mostShare, restMs }) => {
  const begun: number[] = [];
  const job = {
    ...{ name: 'adding-up', everyMs: 1_000 },
    ...(mostShare === undefined ? {} : { mostShare }),
    async run() {
      begun.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, 100));
      return 0;
    },
  };
  const runner = createJobRunner([job], log, { ended: () => undefined }, Date.now);
  runner.start();
  await vi.advanceTimersByTimeAsync(100 + restMs - 1);
  expect(begun).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(100);
  await runner.stop();
});
