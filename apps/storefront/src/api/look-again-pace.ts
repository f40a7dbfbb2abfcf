const FIRST_MS = 1_000;

/**
 * How long to wait, ms, before looking again when one has looked again `times` times. Most of what is waited for is there
 * within a second or two; who waits for longer is answered as well by looking less often, as often as `everyMs` in the end.
 */
export function waitToLookAgainMs(times: number, everyMs: number): number {
  return Math.min(everyMs, FIRST_MS * 2 ** times);
}
