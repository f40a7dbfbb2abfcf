import type { Fen } from './fen.ts';

const FEN_PER_WAN_YUAN = 1_000_000;

/**
 * A limit or deductible counted in 万元, without the unit: `100`, `1.2`, `1.0`.
 * Below ten 万元 one decimal is always shown, so that neighbours such as 1.2 and 1.0 line up.
 */
export function wanYuanText(fen: Fen): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError('a limit is a whole number of fen, not negative');
  const whole = Math.floor(fen / FEN_PER_WAN_YUAN);
  const decimals = String(fen % FEN_PER_WAN_YUAN)
    .padStart(6, '0')
    .replace(/0+$/, '');
  if (decimals) return `${whole}.${decimals}`;
  return whole < 10 && whole > 0 ? `${whole}.0` : String(whole);
}
