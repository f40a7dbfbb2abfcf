/**
 * An amount of money: a whole number of fen (0.01 yuan), within the safe integers.
 * Every amount in this product is held and computed in fen; yuan exists only in text.
 */
export type Fen = number;

function assertFen(fen: Fen): void {
  if (!Number.isSafeInteger(fen)) throw new RangeError('an amount must be a whole number of fen');
}

/**
 * Puts a comma between thousands of the integer part and leaves the rest as it is: `1234567.891` → `1,234,567.891`.
 * Text that is not a plain decimal number is returned unchanged.
 */
export function thousandsSeparated(value: number | string): string {
  const match = /^(-?)(\d+)(\.\d*)?$/.exec(String(value));
  if (!match) return String(value);
  return (match[1] ?? '') + (match[2] ?? '').replace(/\B(?=(?:\d{3})+$)/g, ',') + (match[3] ?? '');
}

/** `1234.00`: yuan with two decimals, no separators; the form providers and files want. */
export function fenToYuanText(fen: Fen): string {
  assertFen(fen);
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Reads yuan text (`158`, `158.0`, `1,234.56`, `-3.20`) as fen without floating point.
 * Returns null for more than two decimals, misplaced commas, anything else, or an amount beyond the safe integers.
 */
export function yuanTextToFen(text: string): Fen | null {
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const digits = (match[2] ?? '').replace(/,/g, '') + (match[3] ?? '').padEnd(2, '0');
  const fen = Number(digits);
  if (!Number.isSafeInteger(fen)) return null;
  return match[1] && fen !== 0 ? -fen : fen;
}

/** `1,234.00`. */
export function formatYuan(fen: Fen): string {
  return thousandsSeparated(fenToYuanText(fen));
}

/** A price in a sentence: `158`, `1,279.50`. Whole yuan go without the fen, as people say them. */
export function saidYuan(fen: Fen): string {
  return formatYuan(fen).replace('.00', '');
}

/** `¥1,234.00`; a negative amount is `-¥3.20`. */
export function formatYuanWithSign(fen: Fen): string {
  return fen < 0 ? `-¥${formatYuan(-fen)}` : `¥${formatYuan(fen)}`;
}
