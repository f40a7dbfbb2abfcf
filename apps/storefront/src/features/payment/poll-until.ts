import { waitToLookAgainMs } from '../../api/look-again-pace.ts';

/** One answer: a value, or why there is none. `no-answer` may be different next time, a refusal will not by itself. */
export type Asked<T> = { readonly value: T } | 'no-answer' | 'refused' | 'logged-out';

interface Pace {
  /** Time from one question to the next, ms, at least. */
  everyMs: number;
  /** No question is asked later than this after the first, ms. */
  forMs: number;
}

export interface PollParts<T> extends Pace {
  ask: () => Promise<Asked<T>>;
  /** True when the value is what was waited for. */
  until: (value: T) => boolean;
  /** The first questions follow one another sooner: what is waited for is there within a second or two, as a rule. */
  soonAtFirst?: boolean;
  onValue?: (value: T) => void;
  clock: { now(): number };
  /** Resolves after that time. */
  wait: (ms: number) => Promise<void>;
  /** Who has got no answer at all by then goes on, at another pace: nothing is known yet, and the server may come back. */
  unanswered?: Pace;
  stopped: () => boolean;
}

/** How the asking ended: the awaited value, the time was over, a refusal, nobody logged in, or nobody listens any more. */
export type PollEnd = 'done' | 'timeout' | 'refused' | 'logged-out' | 'stopped';

/** Asks at once and then again and again, one question at a time. */
export async function pollUntil<T>(parts: PollParts<T>): Promise<PollEnd> {
  const beganMs = parts.clock.now();
  let pace: Pace = parts;
  let answered = false;
  for (let times = 0; ; times += 1) {
    const askedMs = parts.clock.now();
    const asked = await parts.ask();
    if (parts.stopped()) return 'stopped';
    if (asked === 'refused' || asked === 'logged-out') return asked;
    if (asked !== 'no-answer') {
      answered = true;
      parts.onValue?.(asked.value);
      if (parts.until(asked.value)) return 'done';
    }
    // A server that gives no answer may be busy: it is not asked any sooner.
    const isSoon = parts.soonAtFirst && asked !== 'no-answer';
    const waitMs = () => (isSoon ? waitToLookAgainMs(times, pace.everyMs) : pace.everyMs);
    const next = () => Math.max(askedMs + waitMs(), parts.clock.now());
    if (next() > beganMs + pace.forMs && !answered && parts.unanswered) pace = parts.unanswered;
    const nextMs = next();
    if (nextMs > beganMs + pace.forMs) return 'timeout';
    await parts.wait(nextMs - parts.clock.now());
    if (parts.stopped()) return 'stopped';
  }
}
