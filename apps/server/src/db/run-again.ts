import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Serialisation failures and deadlocks: nothing was written, the same work may simply run again. */
function mayRunAgain(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === '40001' || code === '40P01';
}

const MAX_RUNS = 5;
/** The longest pause after the first run; it doubles with each further one. */
const FIRST_PAUSE_MS = 4;

/**
 * Runs the work until it is not in another one's way any more. The pauses are by chance, so that two which met do not
 * meet again in step: an engine without locks lets only one of them through each time.
 */
export async function untilItRuns<T>(
  work: () => Promise<T>,
  pause: (mostMs: number) => Promise<unknown> = (mostMs) => sleep(randomInt(mostMs + 1)),
): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await work();
    } catch (error) {
      if (run === MAX_RUNS || !mayRunAgain(error)) throw error;
    }
    await pause(FIRST_PAUSE_MS * 2 ** (run - 1));
  }
}
