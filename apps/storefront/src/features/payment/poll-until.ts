/** One answer: a value, or why there is none. `no-answer` may be different next time, a refusal will not by itself. */
export type Asked<T> = { readonly value: T } | 'no-answer' | 'refused' | 'logged-out';

export interface PollParts<T> {
  ask: () => Promise<Asked<T>>;
  /** True when the value is what was waited for. */
  until: (value: T) => boolean;
  onValue?: (value: T) => void;
  clock: { now(): number };
  /** Resolves after that time. */
  wait: (ms: number) => Promise<void>;
  /** Time from one question to the next, ms, at least. */
  everyMs: number;
  /** No question is asked later than this after the first, ms. */
  forMs: number;
  stopped: () => boolean;
}

/** How the asking ended: the awaited value, the time was over, a refusal, nobody logged in, or nobody listens any more. */
export type PollEnd = 'done' | 'timeout' | 'refused' | 'logged-out' | 'stopped';

/** Asks at once and then again and again, one question at a time. */
export async function pollUntil<T>(parts: PollParts<T>): Promise<PollEnd> {
  const endMs = parts.clock.now() + parts.forMs;
  for (;;) {
    const askedMs = parts.clock.now();
    const asked = await parts.ask();
    if (parts.stopped()) return 'stopped';
    if (asked === 'refused' || asked === 'logged-out') return asked;
    if (asked !== 'no-answer') {
      parts.onValue?.(asked.value);
      if (parts.until(asked.value)) return 'done';
    }
    const nextMs = Math.max(askedMs + parts.everyMs, parts.clock.now());
    if (nextMs > endMs) return 'timeout';
    await parts.wait(nextMs - parts.clock.now());
    if (parts.stopped()) return 'stopped';
  }
}
