/** What is made of fewer than this is not shown: it would be somebody. */
export const FEWEST_SHOWN = 10;
/** Clauses that were open for less were not read. */
export const SHORT_DWELL_MS = 5_000;
/** Whoever had the clauses open for longer, in whole seconds, counts as this long. */
export const LONGEST_DWELL_S = 600;

export type Standing = 'good' | 'warn' | 'none';

interface Limit {
  readonly least?: number;
  readonly most?: number;
}

/** What each indicator of conduct is held against. */
export const INDICATOR_LIMITS = {
  dwellMedianMs: { least: 20_000 },
  shortDwellShare: { most: 0.03 },
  complaintsPerTenThousand: { most: 2 },
  completeShare: { least: 0.995 },
} as const satisfies Record<string, Limit>;

export function indicatorStanding(name: keyof typeof INDICATOR_LIMITS, value: number | null): Standing {
  if (value === null) return 'none';
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Limit = INDICATOR_LIMITS[name];
  return value >= least && value <= most ? 'good' : 'warn';
}
