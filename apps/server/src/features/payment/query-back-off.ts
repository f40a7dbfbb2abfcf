const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Pauses before each question about a payment nobody told us of; the last one repeats. */
const PAUSES_MS = [5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 3 * MINUTE, 10 * MINUTE] as const;

export const FIRST_QUERY_MS: number = PAUSES_MS[0];

/** The pause after `asked` questions. */
export function pauseAfter(asked: number): number {
  return PAUSES_MS[Math.min(asked, PAUSES_MS.length - 1)] as number;
}
