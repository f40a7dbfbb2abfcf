import { type Fen, formatYuan } from '../money/index.ts';
import type { AdjustedCase, CaseCosts, CategoryStep } from './adjust-year.ts';
import type { CostCategory } from './rule-set.ts';

/** One line of a worked sum. */
export interface SumLine {
  readonly label: string;
  /** Added, taken off, or only looked at on the way. */
  readonly sign: '' | '+' | '-';
  readonly fen: Fen;
  /** Where the line is a share of something: that, and how much of it in ten-thousandths. */
  readonly of: { readonly fen: Fen; readonly ratio: number } | null;
}

/** One step as resident, operator and regulator read it; its lines come to its result. */
export interface ExplainedStep {
  readonly key: 'remaining' | CostCategory | 'total';
  readonly title: string;
  /** In everyday words. */
  readonly everyday: string;
  /** Empty where the case has nothing of this. */
  readonly lines: readonly SumLine[];
  readonly resultLabel: string;
  readonly resultFen: Fen;
  readonly note: string | null;
}

/**
 * The steps of a worked-out case in words and numbers: what is left, each category, all together. `year`: of its edition, by which
 * it is read also when that is over; null where nobody knows the edition any more.
 */
export function explainCase(given: CaseCosts, adjusted: AdjustedCase, year: number | null): ExplainedStep[] {
  const inYear = year === null ? '当年' : `${year} 年`;
  const categories = adjusted.steps.map((step) => categoryStep(step, inYear));
  return [remainingStep(given, adjusted), ...categories, totalStep(adjusted)];
}

function line(label: string, fen: Fen, sign: SumLine['sign'] = '', of: SumLine['of'] = null): SumLine {
  return { label, sign, fen, of };
}

/** 80%, 37.5%. */
export function ratioText(ratio: number): string {
  return `${ratio / 100}%`;
}

function remainingStep(given: CaseCosts, { remainingFen, steps, notCoveredFen }: AdjustedCase): ExplainedStep {
  const parts = [
    ...steps
      .filter(({ amountFen }) => amountFen > 0)
      .map(({ category, amountFen }) => ({ name: SHORT[category], amountFen })),
    ...(notCoveredFen > 0 ? [{ name: '不在保障范围', amountFen: notCoveredFen }] : []),
  ];
  const named = parts.map(({ name, amountFen }) => `${name} ${formatYuan(amountFen)}`).join('，');
  return {
    key: 'remaining',
    title: '医保先报',
    everyday: '医保先付',
    lines: [
      line('总费用', given.totalFen),
      line('医保报销', given.medicalFen, '-'),
      ...(given.seriousFen > 0 ? [line('大病保险报销', given.seriousFen, '-')] : []),
      ...(given.otherFen > 0 ? [line('其他补偿', given.otherFen, '-')] : []),
    ],
    resultLabel: '剩下',
    resultFen: remainingFen,
    note: parts.length > 1 ? `剩下的分 ${parts.length} 块：${named}` : null,
  };
}

const SHORT: Readonly<Record<CostCategory, string>> = {
  'in-scope': '目录内',
  'out-of-scope': '目录外',
  'special-drug': '特药',
};

function categoryStep(step: CategoryStep, inYear: string): ExplainedStep {
  const head = { key: step.category, title: step.label, everyday: step.everyday, resultLabel: '可赔' };
  if (step.amountFen === 0) return { ...head, lines: [], resultFen: 0, note: '这次没有用到，0.00 元' };
  const isUsedUp = step.deductibleLeftFen === 0 && step.deductibleFen > 0;
  const partly = step.deductibleLeftFen > 0 && step.deductibleLeftFen < step.deductibleFen;
  return {
    ...head,
    lines: [
      line(step.label, step.amountFen),
      line(deductibleLabel(step, inYear, isUsedUp, partly), step.deductibleTakenFen, '-'),
      line(`按 ${ratioText(step.ratio)} 赔`, step.shareFen, '', { fen: step.excessFen, ratio: step.ratio }),
      ...(step.carriedFen !== 0
        ? [line('前几次不到 1 分的零头', Math.abs(step.carriedFen), step.carriedFen > 0 ? '+' : '-')]
        : []),
      ...(step.overLimitFen > 0 ? [line('超过全年限额', step.overLimitFen, '-')] : []),
    ],
    resultFen: step.payableFen,
    note: step.overLimitFen > 0 ? `全年最多赔 ${formatYuan(step.limitFen)} 元，已经赔满` : belowText(step),
  };
}

function deductibleLabel(step: CategoryStep, inYear: string, isUsedUp: boolean, partly: boolean): string {
  if (step.deductibleFen === 0) return '没有起付线';
  if (isUsedUp) return `起付线 ${formatYuan(step.deductibleFen)}，${inYear}已用完`;
  return partly ? `减起付线（${inYear}还剩 ${formatYuan(step.deductibleLeftFen)}）` : '减起付线';
}

/** 未达到免赔额：已累计12,300.00元，免赔额15,000.00元; null where it is reached. */
export function belowText(step: Pick<CategoryStep, 'accumulatedFen' | 'deductibleFen'>): string | null {
  if (step.accumulatedFen === 0 || step.accumulatedFen > step.deductibleFen) return null;
  return `未达到免赔额：已累计${formatYuan(step.accumulatedFen)}元，免赔额${formatYuan(step.deductibleFen)}元`;
}

function totalStep({ steps, payableFen }: AdjustedCase): ExplainedStep {
  const used = steps.filter(({ amountFen }) => amountFen > 0);
  return {
    key: 'total',
    title: '加起来',
    everyday: '加起来',
    lines: used.map(({ category, payableFen: fen }, index) => line(SHORT[category], fen, index === 0 ? '' : '+')),
    resultLabel: '本产品赔',
    resultFen: payableFen,
    note: null,
  };
}
