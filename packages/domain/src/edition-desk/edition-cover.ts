import { formatYuan, wanYuanText } from '../money/index.ts';
import { type Benefit, benefitsOf, type Plan, planOf } from '../product/index.ts';
import type { DeskEdition, EditionDifference } from './desk-edition.ts';

/** What plans cover: the edition's benefits for those without their own, and each other plan's. */
export interface PlanCover {
  /** Code of the plan whose own they are; '' for the edition's. */
  readonly of: string;
  /** The plans that cover it, and what they are called. */
  readonly planCodes: readonly string[];
  readonly planNames: readonly string[];
  readonly benefits: readonly Benefit[];
}

/** The covers of an edition, its own first. */
export function coversOf({ benefits, plans }: Pick<DeskEdition, 'benefits' | 'plans'>): PlanCover[] {
  const common = plans.filter((plan) => !plan.benefits);
  const own = plans.flatMap(({ code, name, benefits: covers }) =>
    covers ? [{ of: code, planCodes: [code], planNames: [name], benefits: covers }] : [],
  );
  const [planCodes, planNames] = [common.map(({ code }) => code), common.map(({ name }) => name)];
  return [{ of: '', planCodes, planNames, benefits }, ...own];
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

const row = (section: 'plans' | 'cover', path: string, label: string, old: string, now: string): EditionDifference[] =>
  old === now ? [] : [{ path, section, label, before: old || '没有', after: now || '没有', isColour: false }];

const planWords = ({ code, name, premiumFen }: Plan): string => `${name}（${code}），${formatYuan(premiumFen)} 元 / 人`;

/** What differs in which plans two states of an edition have, in their order, and in what they call them. */
export function planDifferences(before: DeskEdition, after: DeskEdition): EditionDifference[] {
  const stayed = (one: DeskEdition, other: DeskEdition) => one.plans.filter(({ code }) => planOf(other, code));
  const order = (one: DeskEdition, other: DeskEdition) =>
    stayed(one, other)
      .map(({ code }) => planOf(after, code)?.name ?? '')
      .join('、');
  const removed = before.plans.filter(({ code }) => !planOf(after, code));
  return [
    ...after.plans.flatMap((plan, at) => {
      const old = planOf(before, plan.code);
      const adds = (one: Plan | null) => (one?.adds ?? []).join('；');
      const told = row('plans', `planAdds.${at}`, `${plan.name}多什么`, adds(old), adds(plan));
      if (!old) return [...row('plans', `planNames.${at}`, '加了方案', '', planWords(plan)), ...told];
      return [...row('plans', `planNames.${at}`, '方案名称', old.name, plan.name), ...told];
    }),
    ...removed.flatMap((plan) => row('plans', `plans.removed.${plan.code}`, '删了方案', planWords(plan), '')),
    ...row('plans', 'plans.order', '方案顺序', order(before, after), order(after, before)),
  ];
}

/** What differs in what two states of an edition cover, plan by plan. */
export function coverDifferences(before: DeskEdition, after: DeskEdition): EditionDifference[] {
  const covers = coversOf(after);
  return covers.flatMap(({ of, planCodes, planNames, benefits }) => {
    const former = planCodes.flatMap((code) => planOf(before, code) ?? [])[0];
    const old = former ? benefitsOf(before, former) : [];
    const whose = covers.length > 1 ? `${planNames.join('、')}：` : '';
    return benefits.flatMap((benefit, at) => {
      const was = old[at];
      const named = (one: Benefit) => (was?.name === benefit.name ? '' : `${one.name}；`) + benefitWords(one);
      return row('cover', `covers.${of}.${at}`, `${whose}${benefit.name}`, was ? named(was) : '', named(benefit));
    });
  });
}
