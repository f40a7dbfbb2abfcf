const UNITS_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `1500` (a number), `"90s"`, `"30m"`, `"2h30m"`. Throws a TypeError for anything else. */
export function parseDuration(value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  if (typeof value === 'string' && /^(\d+(ms|s|m|h|d))+$/.test(value)) {
    let total = 0;
    for (const [, count, unit = 'ms'] of value.matchAll(/(\d+)(ms|s|m|h|d)/g))
      total += Number(count) * (UNITS_MS[unit] ?? 0);
    return total;
  }
  throw new TypeError('a duration is a number of milliseconds or a text such as 90s, 30m, 2h30m');
}
