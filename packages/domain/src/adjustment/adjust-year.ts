import type { Fen } from '../money/index.ts';
import {
  type CategoryRule,
  COST_CATEGORIES,
  type CostCategory,
  type RatioClass,
  type Rounding,
  WHOLE_RATIO,
} from './rule-set.ts';

/** What one case cost, and who has paid of it already; whole fen, all of one person. */
export interface CaseCosts {
  readonly totalFen: Fen;
  /** By the basic medical insurance. */
  readonly medicalFen: Fen;
  /** By the insurance for serious illness. */
  readonly seriousFen: Fen;
  /** By others: aid, other insurance. */
  readonly otherFen: Fen;
  /** What of the rest each rule looks at; anything else is not covered. */
  readonly costs: Readonly<Record<CostCategory, Fen>>;
}

export interface CaseToAdjust extends CaseCosts {
  readonly caseNo: string;
  /** On which it was decided. Cases take from deductible and limit in this order, open ones last: what is decided stays. */
  readonly decidedOn: string | null;
  readonly visitTo: string;
  readonly ratioClass: RatioClass;
  /** By which rules: those of its plan, in the version that counts for it. */
  readonly rules: readonly CategoryRule[];
  readonly rounding: Rounding;
}

/** Where a category stands in a person's year. */
export interface CategoryBalance {
  readonly accumulatedFen: Fen;
  readonly deductibleUsedFen: Fen;
  readonly paidFen: Fen;
  /** All excesses times their ratios, in ten-thousandths of a fen. */
  readonly numerator: number;
}

/** One category of one case, step by step. */
export interface CategoryStep {
  readonly category: CostCategory;
  readonly label: string;
  readonly everyday: string;
  readonly amountFen: Fen;
  readonly deductibleFen: Fen;
  /** Left of it before this case. */
  readonly deductibleLeftFen: Fen;
  readonly deductibleTakenFen: Fen;
  readonly excessFen: Fen;
  readonly ratio: number;
  /** Excess times ratio, rounded alone. */
  readonly shareFen: Fen;
  /** What the fractions of earlier cases add to it or take off. */
  readonly carriedFen: Fen;
  readonly limitFen: Fen;
  readonly limitLeftFen: Fen;
  /** What the limit took off. */
  readonly overLimitFen: Fen;
  readonly payableFen: Fen;
  /** Of the year, this case counted in. */
  readonly accumulatedFen: Fen;
  readonly deductibleUsedFen: Fen;
  readonly limitLeftAfterFen: Fen;
}

export interface AdjustedCase {
  readonly caseNo: string;
  readonly remainingFen: Fen;
  /** Of the rest, what no rule looks at. */
  readonly notCoveredFen: Fen;
  readonly steps: readonly CategoryStep[];
  readonly payableFen: Fen;
  /** What the person pays in the end. */
  readonly ownFen: Fen;
}

const NOTHING: CategoryBalance = { accumulatedFen: 0, deductibleUsedFen: 0, paidFen: 0, numerator: 0 };

/** What is wrong with the amounts of a case, in Chinese; null when they fit together. */
export function costsProblem(given: CaseCosts): string | null {
  const amounts = [given.totalFen, given.medicalFen, given.seriousFen, given.otherFen, ...Object.values(given.costs)];
  if (!amounts.every((fen) => Number.isSafeInteger(fen) && fen >= 0)) return '金额应为整数分，不是负数';
  const paid = given.medicalFen + given.seriousFen + given.otherFen;
  if (paid > given.totalFen) return '医保、大病和其他补偿加起来比总费用多';
  return coveredFen(given) > given.totalFen - paid ? '目录内、目录外和特药加起来比剩下的费用多' : null;
}

function coveredFen({ costs }: CaseCosts): Fen {
  return COST_CATEGORIES.reduce((sum, category) => sum + costs[category], 0);
}

/**
 * Works out a person's year: every case in the order of decision, each category over the year's one deductible and
 * limit. The same cases give the same fen, in whatever order they are handed in. Throws RangeError for amounts that do
 * not fit together.
 */
export function adjustYear(cases: readonly CaseToAdjust[]): AdjustedCase[] {
  const balances = new Map<CostCategory, CategoryBalance>();
  return [...cases].sort(byDay).map((given) => {
    const problem = costsProblem(given);
    if (problem !== null) throw new RangeError(`case ${given.caseNo}: ${problem}`);
    const steps = given.rules.map((rule) => adjustCategory(given, rule, balances.get(rule.category) ?? NOTHING));
    for (const { step, after } of steps) balances.set(step.category, after);
    const remainingFen = given.totalFen - given.medicalFen - given.seriousFen - given.otherFen;
    const payableFen = steps.reduce((sum, { step }) => sum + step.payableFen, 0);
    return {
      caseNo: given.caseNo,
      remainingFen,
      notCoveredFen: remainingFen - coveredFen(given),
      steps: steps.map(({ step }) => step),
      payableFen,
      ownFen: remainingFen - payableFen,
    };
  });
}

const orderOf = ({ decidedOn, visitTo, caseNo }: CaseToAdjust): string => `${decidedOn ?? '9'} ${visitTo} ${caseNo}`;

function byDay(a: CaseToAdjust, b: CaseToAdjust): number {
  return orderOf(a) < orderOf(b) ? -1 : 1;
}

function adjustCategory(
  { costs, ratioClass, rounding }: CaseToAdjust,
  rule: CategoryRule,
  before: CategoryBalance,
): { step: CategoryStep; after: CategoryBalance } {
  const amountFen = costs[rule.category];
  const deductibleLeftFen = Math.max(0, rule.deductibleFen - before.deductibleUsedFen);
  const deductibleTakenFen = Math.min(amountFen, deductibleLeftFen);
  const excessFen = amountFen - deductibleTakenFen;
  const ratio = rule.ratio[ratioClass];
  const numerator = before.numerator + excessFen * ratio;
  if (!Number.isSafeInteger(numerator)) throw new RangeError('the amounts of a year are too large');
  const shareFen = rounded(excessFen * ratio, rounding);
  const carriedFen =
    rounding.per === 'year' ? rounded(numerator, rounding) - rounded(before.numerator, rounding) - shareFen : 0;
  const limitLeftFen = Math.max(0, rule.limitFen - before.paidFen);
  const payableFen = Math.min(shareFen + carriedFen, limitLeftFen);
  const after = {
    accumulatedFen: before.accumulatedFen + amountFen,
    deductibleUsedFen: before.deductibleUsedFen + deductibleTakenFen,
    paidFen: before.paidFen + payableFen,
    numerator,
  };
  return {
    step: {
      ...{ category: rule.category, label: rule.label, everyday: rule.everyday },
      ...{ amountFen, deductibleFen: rule.deductibleFen, deductibleLeftFen, deductibleTakenFen, excessFen },
      ...{ ratio, shareFen, carriedFen, limitFen: rule.limitFen, limitLeftFen },
      overLimitFen: shareFen + carriedFen - payableFen,
      payableFen,
      accumulatedFen: after.accumulatedFen,
      deductibleUsedFen: after.deductibleUsedFen,
      limitLeftAfterFen: limitLeftFen - payableFen,
    },
    after,
  };
}

function rounded(numerator: number, { mode }: Rounding): Fen {
  return Math.floor((numerator + (mode === 'half-up' ? WHOLE_RATIO / 2 : 0)) / WHOLE_RATIO);
}
