import type { Fen } from './fen.ts';

/** Premium of an order: the premium of one person times the number of insured. Throws RangeError on bad numbers. */
export function premiumTotalFen(premiumFen: Fen, insuredCount: number): Fen {
  const totalFen = premiumFen * insuredCount;
  if (![premiumFen, insuredCount, totalFen].every((number) => Number.isSafeInteger(number) && number >= 0)) {
    throw new RangeError('premium and number of insured must be whole and not negative');
  }
  return totalFen;
}
