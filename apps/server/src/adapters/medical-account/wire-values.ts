import { beijingDateTime, parseDate } from '@huimin/domain/date';
import { type Fen, yuanTextToFen } from '@huimin/domain/money';

const YUAN = /^\d{1,9}\.\d\d$/;
const MOMENT = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

/** Fen of a yuan text with two decimals; null for anything else. */
export function fenOf(value: unknown): Fen | null {
  return typeof value === 'string' && YUAN.test(value) ? yuanTextToFen(value) : null;
}

/** `20260101083000`, Beijing time. */
export function wireTime(ms: number): string {
  return beijingDateTime(ms).replace(/\D/g, '');
}

/** The moment of fourteen digits of Beijing time, or null. */
export function momentOf(value: unknown): number | null {
  const [, year, month, day, hour, minute, second] = MOMENT.exec(typeof value === 'string' ? value : '') ?? [];
  return year === undefined ? null : parseDate(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
}

/** A number or name of the platform: printable, not longer than `most`; null for anything else. */
export function textOf(value: unknown, most = 64): string | null {
  return typeof value === 'string' && value !== '' && value.length <= most ? value : null;
}
