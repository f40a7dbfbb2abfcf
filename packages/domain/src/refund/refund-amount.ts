import { beijingDate, beijingMs, endOfDayMs } from '../date/index.ts';
import type { Fen } from '../money/index.ts';
import { type CoverageDates, coverageEnded, coverageStarted } from '../product/index.ts';

/** How an edition computes what a policy is worth once its cover has begun; without it the cash value is 0. */
export interface CashValueRule {
  /** Part of the premium that is kept, in basis points (10000 is all of it). */
  readonly feeBasisPoints: number;
}

/** Why the amount is what it is. */
export type RefundBasis = 'full' | 'cash-value';

export interface Refundable {
  readonly amountFen: Fen;
  readonly basis: RefundBasis;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const WHOLE = 10_000;

/**
 * What one insured person's policy gives back now: before the first day of cover its whole premium, from then on its cash
 * value (premium × (1 − fee) × unexpired days ÷ all days, in whole fen, rounded down; the day that runs counts as used).
 * Null once cover is over. Throws RangeError for a premium or fee that is none.
 */
export function refundableFen(
  premiumFen: Fen,
  coverage: CoverageDates,
  rule: CashValueRule | null | undefined,
  nowMs: number,
): Refundable | null {
  if (!Number.isSafeInteger(premiumFen) || premiumFen < 0) throw new RangeError('a premium is whole fen, not negative');
  if (!coverageStarted(coverage, nowMs)) return { amountFen: premiumFen, basis: 'full' };
  if (coverageEnded(coverage, nowMs)) return null;
  if (!rule) return { amountFen: 0, basis: 'cash-value' };
  const { feeBasisPoints } = rule;
  if (!Number.isInteger(feeBasisPoints) || feeBasisPoints < 0 || feeBasisPoints > WHOLE) {
    throw new RangeError('a fee is 0 to 10000 basis points');
  }
  const lastMs = endOfDayMs(coverage.invalidDate);
  const allDays = Math.round((lastMs - beijingMs(coverage.validDate)) / DAY_MS);
  const unexpiredDays = Math.round((lastMs - endOfDayMs(beijingDate(nowMs))) / DAY_MS);
  // BigInt: a large premium times fee times days leaves the safe integers.
  const product = BigInt(premiumFen) * BigInt(WHOLE - feeBasisPoints) * BigInt(unexpiredDays);
  return { amountFen: Number(product / (BigInt(WHOLE) * BigInt(allDays))), basis: 'cash-value' };
}
