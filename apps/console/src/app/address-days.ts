import { parseDate } from '@huimin/domain/date';

/** Under these names days stand in the address of every list: one, or the first and the last of some. */
const DAY_NAMES = ['day', 'from', 'to'] as const;

/** `YYYY-MM-DD`, and the calendar has it. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseDate(text) !== null;

/** Names under which no day stands, typed or from a link that was cut; of two in the wrong order the end. */
export function wrongDays(query: URLSearchParams): string[] {
  const wrong: string[] = DAY_NAMES.filter((name) => query.has(name) && !isDay(query.get(name) ?? ''));
  if (wrong.length === 0 && isTurned(query)) wrong.push('to');
  return wrong;
}

/** Of days that are in the wrong order after a change the one that was not changed, which gives way; null where they are not. */
export function overtakenDay(query: URLSearchParams, changed: readonly string[]): 'from' | 'to' | null {
  if (!isTurned(query)) return null;
  return changed.includes('to') ? 'from' : 'to';
}

function isTurned(query: URLSearchParams): boolean {
  const [from, to] = [query.get('from'), query.get('to')];
  return from !== null && to !== null && from > to;
}
