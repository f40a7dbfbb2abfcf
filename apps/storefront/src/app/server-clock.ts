/** The Date header counts whole seconds: on average the true moment lies half a second later. */
const HALF_HEADER_STEP_MS = 500;

export interface ServerClock {
  /** The server's time in ms; the phone's own until a first answer came. */
  now(): number;
  /** Whether an answer has set it. */
  readonly known: boolean;
  /** Server minus phone, ms. */
  offsetMs(): number;
  /** Takes an answer's time with the phone's times of sending and receiving (all ms). */
  note(serverMs: number, sentMs: number, receivedMs: number): void;
  subscribe(listener: () => void): () => void;
}

/** Follows the server's clock by the Date header of its answers, so that a phone with a wrong clock shows the right sale window. */
export function createServerClock(clock: { now(): number }): ServerClock {
  const listeners = new Set<() => void>();
  let offset = 0;
  let known = false;
  return {
    now: () => clock.now() + offset,
    get known() {
      return known;
    },
    offsetMs: () => offset,
    note(serverMs, sentMs, receivedMs) {
      const next = serverMs + HALF_HEADER_STEP_MS - (sentMs + receivedMs) / 2;
      // Below the header's own coarseness and half the way, a difference is noise.
      const noise = 2 * HALF_HEADER_STEP_MS + (receivedMs - sentMs) / 2;
      if (known && Math.abs(next - offset) <= noise) return;
      offset = next;
      known = true;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
