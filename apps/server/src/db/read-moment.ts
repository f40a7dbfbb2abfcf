const ZERO = 48;
/** `2026-11-25 20:11:14` and `+00`, with or without a fraction between them. */
const SECONDS_END = 19;
const ZONE = '+00';

/**
 * A moment as PostgreSQL writes it in UTC, in milliseconds since 1970; Infinity for 'infinity'. What stands at its places is read there: a
 * tenth of what the engine takes to read a date that may be written in any way, which a list of many rows asks for several times a row.
 */
export function readMoment(text: string): number {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text.length < SECONDS_END + ZONE.length || text[4] !== '-' || text[10] !== ' ' || !text.endsWith(ZONE)) {
    return new Date(text).getTime();
  }
  const two = (at: number): number => 10 * digit(text, at) + digit(text, at + 1);
  const milliseconds = 100 * fraction(text, 20) + 10 * fraction(text, 21) + fraction(text, 22);
  return Date.UTC(100 * two(0) + two(2), two(5) - 1, two(8), two(11), two(14), two(17), milliseconds);
}

const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO;
/** A place behind the point; there are as many as are not zero. */
const fraction = (text: string, at: number): number => (at < text.length - ZONE.length ? digit(text, at) : 0);
