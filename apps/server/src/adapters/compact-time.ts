import { beijingDateTime, parseDate } from '@huimin/domain/date';

const FORM = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

/** `20260101083000`, Beijing time. */
export function compactTime(ms: number): string {
  return beijingDateTime(ms).replace(/\D/g, '');
}

/** The moment of such a text, or null. */
export function compactMoment(value: unknown): number | null {
  const [, year, month, day, hour, minute, second] = (typeof value === 'string' && FORM.exec(value)) || [];
  return year === undefined ? null : parseDate(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
}
