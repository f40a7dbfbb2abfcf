/** 2026-11-02 10:00 Beijing time: a Monday on which the named people have the ages that `people` promises. */
export const testEpochMs = Date.UTC(2026, 10, 2, 2, 0, 0);

/** A clock that stands still until it is told to move. */
export type TestClock = {
  /** Milliseconds since 1970, as `Date.now()` gives them. */
  now(): number;
  advance(ms: number): void;
  set(moment: number | Date | string): void;
};

/** @param start milliseconds, a Date or an ISO text with a zone */
export function createTestClock(start: number | Date | string = testEpochMs): TestClock {
  let nowMs = asMs(start);
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
    set(moment) {
      nowMs = asMs(moment);
    },
  };
}

function asMs(moment: number | Date | string): number {
  const ms = typeof moment === 'number' ? moment : new Date(moment).getTime();
  if (!Number.isFinite(ms)) throw new RangeError(`not a moment: ${String(moment)}`);
  return ms;
}
