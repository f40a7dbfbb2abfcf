import { beijingDateTime, parseDate } from '@huimin/domain/date';

const TXN_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
const FEN = /^\d{1,12}$/;

/** `20260101083000`, Beijing time. */
export function wireTime(ms: number): string {
  return beijingDateTime(ms).replace(/\D/g, '');
}

/** Fen of a whole number's text; null for anything else. */
export function fenOf(value: string | undefined): number | null {
  return value !== undefined && FEN.test(value) ? Number(value) : null;
}

/**
 * The moment of a trace time, `MMDDHHmmss` in Beijing: it has no year, so it is the one that is nearest to the time of its
 * transaction (`20260101083000`). Null when either is malformed.
 */
export function traceMoment(traceTime: string | undefined, txnTime: string | undefined): number | null {
  const at = momentOf(txnTime ?? '');
  if (at === null) return null;
  const year = Number(txnTime?.slice(0, 4));
  const moments = [year - 1, year, year + 1].flatMap((one) => momentOf(`${one}${traceTime}`) ?? []);
  return moments.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0] ?? null;
}

function momentOf(text: string): number | null {
  const [, year, month, day, hour, minute, second] = TXN_TIME.exec(text) ?? [];
  return year === undefined ? null : parseDate(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
}
