import type { Clock } from '../../ports/outside.ts';

/** Counts hits per subject and minute in this process: a limit for every batch must not cost a write for every batch. */
export function createMinuteCounts(clock: Clock, mostSubjects: number): (subject: string) => number {
  const hits = new Map<string, number>();
  let minute = Number.NaN;
  return (subject) => {
    const now = Math.floor(clock.now() / 60_000);
    if (now !== minute || hits.size > mostSubjects) hits.clear();
    minute = now;
    const count = (hits.get(subject) ?? 0) + 1;
    hits.set(subject, count);
    return count;
  };
}
