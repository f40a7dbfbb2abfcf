const OFFSET_MS = 8 * 3_600_000;

/** `2026-01-01T08:30:00+08:00`, the form WeChat Pay writes. */
export function beijingTimestamp(atMs: number): string {
  return `${new Date(atMs + OFFSET_MS).toISOString().slice(0, 19)}+08:00`;
}

/** `2026-01-01`, the Beijing calendar day. */
export function beijingDay(atMs: number): string {
  return new Date(atMs + OFFSET_MS).toISOString().slice(0, 10);
}

/** `2026-01-01 08:30:00`, for people and bills. */
export function beijingText(atMs: number): string {
  return new Date(atMs + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** The first moment of a Beijing day written `2026-01-01`. NaN when it is no date. */
export function beijingDayStart(day: string): number {
  return Date.parse(`${day}T00:00:00+08:00`);
}
