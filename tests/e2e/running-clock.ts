import type { TestClock } from '@huimin/testing';

export type RunningClock = TestClock;

/** The machine's time, which a browser sees in the Date header, moved forward when a test says so. */
export function createRunningClock(): RunningClock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    advance(ms) {
      aheadMs += ms;
    },
    set(moment) {
      aheadMs = new Date(moment).getTime() - Date.now();
    },
  };
}
