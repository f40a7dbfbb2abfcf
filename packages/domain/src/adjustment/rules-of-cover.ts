import type { Benefit } from '../product/index.ts';
import { type CategoryRule, COST_CATEGORIES, type CostCategory, type RuleSet } from './rule-set.ts';

/** What each category of costs is called, and which of a plan's benefits it is. */
const CATEGORIES: Readonly<
  Record<CostCategory, { readonly shortName: string; readonly label: string; readonly everyday: string }>
> = {
  'in-scope': { shortName: '目录内', label: '目录内自付', everyday: '医保能报的，自己付的部分' },
  'out-of-scope': { shortName: '目录外', label: '目录外住院费', everyday: '医保不报的住院费' },
  'special-drug': { shortName: '特药', label: '特定高额药品', everyday: '特别贵的药' },
};

/** The rules that say what a plan's benefits say, with half of a ratio for a pre-existing condition where nothing else is said; null where a category has no benefit. */
export function rulesOfCover(benefits: readonly Benefit[]): CategoryRule[] | null {
  const rules = COST_CATEGORIES.flatMap((category): CategoryRule[] => {
    const { shortName, label, everyday } = CATEGORIES[category];
    const benefit = benefits.find((one) => one.shortName === shortName);
    if (!benefit) return [];
    const { deductibleFen, limitFen, ratioPercent, preExistingRatioPercent = ratioPercent / 2 } = benefit;
    const ratio = { normal: ratioPercent * 100, 'pre-existing': preExistingRatioPercent * 100 };
    return [{ ...{ category, label, everyday, deductibleFen, limitFen }, ratio }];
  });
  return rules.length === COST_CATEGORIES.length ? rules : null;
}

/** A plan as an edition sells it, with what it covers. */
interface SoldPlan {
  readonly code: string;
  readonly benefits: readonly Benefit[];
}

/**
 * Rules with which every plan that is sold can be worked out: those of known plans as they are, a new one's as its benefits say, or else
 * as the first plan's are. Rules and control cases of plans that are sold no longer go, where `dropped` says so.
 */
export function rulesForPlans<R extends RuleSet>(rules: R, plans: readonly SoldPlan[], dropped: boolean): R {
  const kept = dropped ? rules.plans.filter(({ code }) => plans.some((plan) => plan.code === code)) : rules.plans;
  const pattern = (kept[0] ?? rules.plans[0])?.categories ?? [];
  const added = plans
    .filter(({ code }) => !kept.some((plan) => plan.code === code))
    .map(({ code, benefits }) => ({ code, categories: rulesOfCover(benefits) ?? pattern }));
  const all = [...kept, ...added];
  const cases = rules.cases?.filter(({ plan }) => all.some(({ code }) => code === plan));
  return { ...rules, plans: all, ...(cases ? { cases } : {}) };
}
