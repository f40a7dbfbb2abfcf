import type { Fen } from '../money/index.ts';

/** What a cost is for the rules: within the medical insurance's catalogue, outside it, or a special drug. */
export type CostCategory = 'in-scope' | 'out-of-scope' | 'special-drug';
export const COST_CATEGORIES: readonly CostCategory[] = ['in-scope', 'out-of-scope', 'special-drug'];

/** By which ratio a case is paid; a fact of the case, found elsewhere. */
export type RatioClass = 'normal' | 'pre-existing';
export const RATIO_CLASSES: Readonly<Record<RatioClass, string>> = {
  normal: '正常比例，不属于既往症',
  'pre-existing': '既往症比例',
};

/** What one category of costs is paid by, over a person's year. */
export interface CategoryRule {
  category: CostCategory;
  /** 目录内自付. */
  label: string;
  /** The same in everyday words: 医保能报的，自己付的部分. */
  everyday: string;
  /** Taken off once a year. */
  deductibleFen: Fen;
  /** Of what is above the deductible, in ten-thousandths: 80 % is 8000. */
  ratio: Readonly<Record<RatioClass, number>>;
  /** Most that is paid in a year. */
  limitFen: Fen;
}

export interface Rounding {
  /** To whole fen: a half goes up, or whatever is left over is dropped. */
  mode: 'half-up' | 'down';
  /** `year`: what is less than a fen is carried to the next case, so that the order of cases changes nothing. */
  per: 'year' | 'case';
}

/** One visit of a year that begins with it, and what it must come to: worked out by hand before the rules are published. */
export interface ControlCase {
  readonly name: string;
  readonly plan: string;
  readonly ratioClass: RatioClass;
  readonly inScopeFen: Fen;
  readonly outOfScopeFen: Fen;
  readonly specialDrugFen: Fen;
  readonly expectedFen: Fen;
}

/** The rules of one edition in one version. Published, a version never changes: what was worked out can be worked out again. */
export interface RuleSet {
  editionCode: string;
  version: number;
  /** As people read it: 2026 版第 3 次修订. */
  label: string;
  plans: readonly { readonly code: string; readonly categories: readonly CategoryRule[] }[];
  rounding: Rounding;
  /** What its publisher had checked; none in what was published without them. */
  cases?: readonly ControlCase[];
}

/** One ten-thousandth: a ratio of 1 is this many. */
export const WHOLE_RATIO = 10_000;
const LARGEST_FEN = 100_000_000_000;

/** The categories of a plan; of the only plan when no code is given. */
export function categoriesOf(rules: Pick<RuleSet, 'plans'>, planCode: string | null): readonly CategoryRule[] | null {
  if (planCode === null) return rules.plans.length === 1 ? (rules.plans[0]?.categories ?? null) : null;
  return rules.plans.find(({ code }) => code === planCode)?.categories ?? null;
}

/** What keeps a rule set from being published, in Chinese, for the operator; empty when it is sound. */
export function ruleSetProblems(rules: RuleSet): string[] {
  const problems: string[] = [];
  if (!Array.isArray(rules.plans) || rules.plans.length === 0) return ['至少要有一个方案'];
  if (rules.rounding?.mode !== 'half-up' && rules.rounding?.mode !== 'down') {
    problems.push('rounding.mode 应为 half-up（四舍五入）或 down（舍去）');
  }
  if (rules.rounding?.per !== 'year' && rules.rounding?.per !== 'case') {
    problems.push('rounding.per 应为 year（全年累计）或 case（每案）');
  }
  if (typeof rules.label !== 'string' || !/^[^\p{Cc}]{2,40}$/u.test(rules.label))
    problems.push('label 应为 2 到 40 个字');
  const codes = rules.plans.map((plan) => plan?.code);
  if (codes.some((code) => typeof code !== 'string' || !/^[a-z0-9-]{2,20}$/.test(code))) {
    problems.push('方案编码为 2 到 20 位小写字母和数字');
  }
  if (new Set(codes).size !== codes.length) problems.push('方案编码重复');
  for (const plan of rules.plans) problems.push(...planProblems(plan));
  return problems;
}

function planProblems(plan: RuleSet['plans'][number]): string[] {
  if (!Array.isArray(plan?.categories)) return [`方案 ${plan?.code} 没有责任`];
  const given = plan.categories.map((rule) => rule?.category);
  const problems = COST_CATEGORIES.filter((category) => given.filter((one) => one === category).length !== 1).map(
    (category) => `方案 ${plan.code} 的责任 ${category} 要有且只有一条`,
  );
  if (given.length !== COST_CATEGORIES.length) problems.push(`方案 ${plan.code} 有多余的责任`);
  return [...problems, ...plan.categories.flatMap((rule) => categoryProblems(plan.code, rule))];
}

function categoryProblems(plan: string, rule: CategoryRule): string[] {
  const at = `方案 ${plan} 的责任 ${rule?.category}：`;
  const isAmount = (fen: unknown): boolean =>
    Number.isSafeInteger(fen) && Number(fen) >= 0 && Number(fen) <= LARGEST_FEN;
  const isText = (text: unknown): boolean => typeof text === 'string' && /^[^\p{Cc}]{2,30}$/u.test(text);
  const { normal, 'pre-existing': preExisting } = rule?.ratio ?? {};
  return [
    isText(rule?.label) && isText(rule?.everyday) ? null : 'label 和 everyday 应为 2 到 30 个字',
    isAmount(rule?.deductibleFen) ? null : 'deductibleFen 应为整数分，不是负数',
    isAmount(rule?.limitFen) ? null : 'limitFen 应为整数分，不是负数',
    [normal, preExisting].every((ratio) => Number.isSafeInteger(ratio) && ratio >= 0 && ratio <= WHOLE_RATIO)
      ? null
      : 'ratio.normal 和 ratio.pre-existing 应为 0 到 10000 的整数，80% 写 8000',
    Number(preExisting) > Number(normal) ? '既往症比例不能高于正常比例' : null,
  ].flatMap((problem) => (problem === null ? [] : [`${at}${problem}`]));
}
