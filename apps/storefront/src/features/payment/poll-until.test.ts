import { expect, test } from 'vitest';
import { type Asked, type PollParts, pollUntil } from './poll-until.ts';

/** A world where waiting moves the clock. `answers` repeat their last one; each takes `tookMs`. */
function world(answers: Asked<string>[], { tookMs = 0, everyMs = 2_000, forMs = 60_000, stopAtMs = Infinity } = {}) {
  let nowMs = 0;
  const askedAt: number[] = [];
  const seen: string[] = [];
  const parts: PollParts<string> = {
    ask: async () => {
      askedAt.push(nowMs);
      nowMs += tookMs;
      return answers[Math.min(askedAt.length, answers.length) - 1] as Asked<string>;
    },
    until: (value) => value === 'paid',
    onValue: (value) => seen.push(value),
    clock: { now: () => nowMs },
    wait: async (ms) => {
      nowMs += ms;
    },
    everyMs,
    forMs,
    stopped: () => nowMs >= stopAtMs,
  };
  return { parts, askedAt, seen };
}

test('an answer that was waited for ends it at once', async () => {
  const { parts, askedAt } = world([{ value: 'paid' }]);
  expect(await pollUntil(parts)).toBe('done');
  expect(askedAt).toEqual([0]);
});

test('asks every 2 s for 60 s, both ends included', async () => {
  const { parts, askedAt } = world([{ value: 'unpaid' }]);
  expect(await pollUntil(parts)).toBe('timeout');
  expect(askedAt).toEqual(Array.from({ length: 31 }, (_, index) => index * 2_000));
});

test('soon at first where that was asked for, but never a server that gives no answer', async () => {
  const told = world([{ value: 'unpaid' }], { everyMs: 3_000, forMs: 12_000 });
  expect(await pollUntil({ ...told.parts, soonAtFirst: true })).toBe('timeout');
  expect(told.askedAt).toEqual([0, 1_000, 3_000, 6_000, 9_000, 12_000]);
  const silent = world(['no-answer', 'no-answer', { value: 'paid' }], { everyMs: 3_000 });
  expect(await pollUntil({ ...silent.parts, soonAtFirst: true })).toBe('done');
  expect(silent.askedAt).toEqual([0, 3_000, 6_000]);
});

test('each value is told, in order', async () => {
  const { parts, seen } = world([{ value: 'unpaid' }, { value: 'confirming' }, { value: 'paid' }]);
  expect(await pollUntil(parts)).toBe('done');
  expect(seen).toEqual(['unpaid', 'confirming', 'paid']);
});

test('a lost answer is asked for again', async () => {
  const { parts, askedAt } = world(['no-answer', 'no-answer', { value: 'paid' }]);
  expect(await pollUntil(parts)).toBe('done');
  expect(askedAt).toEqual([0, 2_000, 4_000]);
});

test('a slow answer is never overtaken by the next question', async () => {
  const { parts, askedAt } = world([{ value: 'unpaid' }], { tookMs: 25_000 });
  expect(await pollUntil(parts)).toBe('timeout');
  expect(askedAt).toEqual([0, 25_000, 50_000]);
});

test('a refusal ends it', async () => {
  const { parts, askedAt } = world(['refused', { value: 'paid' }]);
  expect(await pollUntil(parts)).toBe('refused');
  expect(askedAt).toHaveLength(1);
});

test('after leaving the page nothing is asked or told any more', async () => {
  const { parts, askedAt, seen } = world([{ value: 'unpaid' }], { tookMs: 500, stopAtMs: 4_100 });
  expect(await pollUntil(parts)).toBe('stopped');
  expect(askedAt).toEqual([0, 2_000, 4_000]);
  expect(seen).toHaveLength(2);
});

test('who has got no answer at all goes on more slowly, and is told as soon as there is one', async () => {
  const unanswered = { everyMs: 10_000, forMs: 100_000 };
  const { parts, askedAt } = world([...Array<'no-answer'>(5).fill('no-answer'), { value: 'paid' }], { forMs: 4_000 });
  expect(await pollUntil({ ...parts, unanswered })).toBe('done');
  expect(askedAt).toEqual([0, 2_000, 4_000, 14_000, 24_000, 34_000]);
  const never = world(['no-answer'], { forMs: 4_000 });
  expect(await pollUntil({ ...never.parts, unanswered })).toBe('timeout');
  expect(never.askedAt.at(-1)).toBe(94_000);
  const told = world([{ value: 'unpaid' }], { forMs: 4_000 });
  expect(await pollUntil({ ...told.parts, unanswered })).toBe('timeout');
  expect(told.askedAt).toEqual([0, 2_000, 4_000]);
});
