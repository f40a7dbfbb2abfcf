import { createHash } from 'node:crypto';

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

/** Bits of a serial: at most 18 digits, inside the int64 the field allows. */
const SERIAL_BITS = 59;

/**
 * Digits of a request to sign that no other request has, and the same again when it is repeated. The number as a whole
 * counts: thousands sign in one millisecond of an opening day, and a serial used before is refused.
 */
export function requestSerial(atMs: number, number: string): string {
  const digest = createHash('sha256').update(`${number} ${atMs}`).digest();
  return String(BigInt.asUintN(SERIAL_BITS, digest.readBigUInt64BE()));
}
