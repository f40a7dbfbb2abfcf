import { wanYuanText } from '../money/index.ts';
import type { Benefit } from '../product/index.ts';
import type { DeskEdition, EditionDifference } from './desk-edition.ts';

/** What plans cover: the edition's benefits for those without their own, and each other plan's. */
export interface PlanCover {
  /** Code of the plan whose own they are; '' for the edition's. */
  readonly of: string;
  /** Names of the plans that cover it. */
  readonly planNames: readonly string[];
  readonly benefits: readonly Benefit[];
}

/** The covers of an edition, its own first. */
export function coversOf({ benefits, plans }: Pick<DeskEdition, 'benefits' | 'plans'>): PlanCover[] {
  const common = plans.filter((plan) => !plan.benefits).map(({ name }) => name);
  const own = plans.flatMap(({ code, name, benefits: covers }) =>
    covers ? [{ of: code, planNames: [name], benefits: covers }] : [],
  );
  return [{ of: '', planNames: common, benefits }, ...own];
}

/** One benefit in words: `住院；起付线 1.2 万元，赔 80%，既往症 40%，最高 100 万元`. */
export function benefitWords(benefit: Benefit): string {
  const { scope, deductibleFen, ratioPercent, preExistingRatioPercent: pre, limitFen, itemCount } = benefit;
  const figures = [
    `起付线 ${wanYuanText(deductibleFen)} 万元`,
    `赔 ${ratioPercent}%`,
    ...(pre === undefined ? [] : [`既往症 ${pre}%`]),
    `最高 ${wanYuanText(limitFen)} 万元`,
    ...(itemCount === undefined ? [] : [`${itemCount} 种`]),
  ];
  return `${scope}；${figures.join('，')}`;
}

/** What differs in what two states of an edition cover, and in what they call their plans. */
export function coverDifferences(before: DeskEdition, after: DeskEdition): EditionDifference[] {
  const row = (path: string, label: string, old: string, now: string): EditionDifference[] =>
    old === now
      ? []
      : [{ path, section: 'cover', label, before: old || '没有', after: now || '没有', isColour: false }];
  const plans = after.plans.flatMap((plan, at) => {
    const old = before.plans[at];
    const adds = (one: typeof old) => (one?.adds ?? []).join('；');
    return [
      ...row(`planNames.${at}`, '方案名称', old?.name ?? '', plan.name),
      ...row(`planAdds.${at}`, `${plan.name}多什么`, adds(old), adds(plan)),
    ];
  });
  const former = coversOf(before);
  const covers = coversOf(after);
  return [
    ...plans,
    ...covers.flatMap(({ of, planNames, benefits }) => {
      const old = former.find((one) => one.of === of)?.benefits ?? [];
      const whose = covers.length > 1 ? `${planNames.join('、')}：` : '';
      return benefits.flatMap((benefit, at) => {
        const was = old[at];
        const named = (one: Benefit) => (was?.name === benefit.name ? '' : `${one.name}；`) + benefitWords(one);
        return row(`covers.${of}.${at}`, `${whose}${benefit.name}`, was ? named(was) : '', named(benefit));
      });
    }),
  ];
}
