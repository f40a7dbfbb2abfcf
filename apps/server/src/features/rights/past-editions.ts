import { retentionOf } from '@huimin/domain/evidence';
import { contractOf, type ForgettingDependencies } from './forgetting-deps.ts';

/** Editions whose cover ended so long ago that nobody has to keep its papers. */
export function pastEditions({
  editions,
  clock,
  retentionNumbers,
}: Pick<ForgettingDependencies, 'editions' | 'clock' | 'retentionNumbers'>): string[] {
  const nowMs = clock.now();
  return editions
    .all()
    .filter((edition) => {
      const facts = { recordedAtMs: 0, contract: contractOf(edition), disputes: [] };
      const { untilMs } = retentionOf(facts, retentionNumbers);
      return untilMs !== null && untilMs <= nowMs;
    })
    .map(({ code }) => code);
}
