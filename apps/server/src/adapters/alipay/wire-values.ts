import { beijingDateTime, parseDate } from '@huimin/domain/date';
import { type Fen, fenToYuanText, yuanTextToFen } from '@huimin/domain/money';

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const YUAN = /^\d{1,9}(?:\.\d{1,2})?$/;

/** `158.00`. */
export function yuanOf(fen: Fen): string {
  return fenToYuanText(fen);
}

/** Fen of a yuan text with at most two decimals; null for anything else. */
export function fenOf(value: unknown): Fen | null {
  return typeof value === 'string' && YUAN.test(value) ? yuanTextToFen(value) : null;
}

/** `2026-01-01 08:30:00`, Beijing time. */
export function wireTime(ms: number): string {
  return beijingDateTime(ms);
}

/** The moment of a Beijing time text (some fields add milliseconds), or null. */
export function momentOf(value: unknown): number | null {
  const text = typeof value === 'string' ? value.slice(0, 19) : '';
  return MOMENT.test(text) ? parseDate(text) : null;
}
