import type { Clock } from '../../ports/outside.ts';

/**
 * Lets a question about one subject through at most once per pause, and never a second one beside it: who asks meanwhile
 * shares the answer, so that a slow provider is not asked more because it is slow.
 */
export interface AskGate {
  ask<T>(subject: string, question: () => Promise<T>): Promise<T>;
}

const PAUSE_MS = 2_000;
const SWEEP_ABOVE = 5_000;

export function createAskGate(clock: Clock): AskGate {
  const asked = new Map<string, { atMs: number; answered: boolean; answer: Promise<unknown> }>();
  return {
    ask<T>(subject: string, question: () => Promise<T>): Promise<T> {
      const nowMs = clock.now();
      const earlier = asked.get(subject);
      if (earlier && (!earlier.answered || Math.abs(nowMs - earlier.atMs) < PAUSE_MS)) {
        return earlier.answer as Promise<T>;
      }
      if (asked.size > SWEEP_ABOVE) {
        for (const [key, entry] of asked) if (entry.answered && nowMs - entry.atMs >= PAUSE_MS) asked.delete(key);
      }
      const answer = question();
      const entry = { atMs: nowMs, answered: false, answer };
      asked.set(subject, entry);
      const mark = (): void => {
        entry.answered = true;
      };
      answer.then(mark, mark);
      return answer;
    },
  };
}
