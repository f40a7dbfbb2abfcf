import type { Fen } from '../money/index.ts';

export interface CoPayFacts {
  readonly priceFen: Fen;
  /** What is left of the year's deductible. */
  readonly deductibleLeftFen: Fen;
  readonly ratioPercent: number;
  /** What may still be paid this year. */
  readonly limitLeftFen: Fen;
}

/** One box or cycle, worked out line by line. */
export interface CoPay extends Pick<CoPayFacts, 'priceFen' | 'ratioPercent'> {
  readonly deductedFen: Fen;
  /** What the ratio is taken of. */
  readonly baseFen: Fen;
  readonly paidFen: Fen;
  /** What the resident pays: the price less what is paid. */
  readonly ownFen: Fen;
  /** The year's limit cut what is paid. */
  readonly isLimited: boolean;
}

/** What one cycle costs its resident: deductible first, then the ratio, half a fen rounded up, within the limit. */
export function coPayOf({ priceFen, deductibleLeftFen, ratioPercent, limitLeftFen }: CoPayFacts): CoPay {
  for (const fen of [priceFen, deductibleLeftFen, limitLeftFen, ratioPercent]) {
    if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError('amounts are whole and not negative');
  }
  const deductedFen = Math.min(priceFen, deductibleLeftFen);
  const baseFen = priceFen - deductedFen;
  const byRatioFen = Math.floor((baseFen * Math.min(ratioPercent, 100) + 50) / 100);
  const paidFen = Math.min(byRatioFen, limitLeftFen);
  const isLimited = paidFen < byRatioFen;
  return { priceFen, ratioPercent, deductedFen, baseFen, paidFen, ownFen: priceFen - paidFen, isLimited };
}
