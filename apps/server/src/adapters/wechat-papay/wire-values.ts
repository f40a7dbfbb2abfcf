/** Beijing time as `20260101093000`, for fields of version 2. */
export function compactTime(atMs: number): string {
  return new Date(atMs + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}

/** Reads `20260101093000` or `2026-01-01 09:30:00`, Beijing time; null for anything else. */
export function momentOf(text: string | undefined): number | null {
  const parts = /^(\d{4})-?(\d\d)-?(\d\d) ?(\d\d):?(\d\d):?(\d\d)$/.exec(text ?? '');
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`);
  return Number.isNaN(atMs) ? null : atMs;
}

/** Reads integer fen above 0; null for anything else. */
export function fenOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null;
}
