import { formatYuan } from '../money/index.ts';
import { coverageText } from './coverage.ts';
import type { Benefit, Company, Plan } from './edition.ts';

/** What a resident compares two years by. */
export interface ComparedEdition {
  readonly plans: readonly Plan[];
  readonly benefits: readonly Benefit[];
  readonly preExistingNote: string;
  readonly insuranceCompany: readonly Company[];
  readonly validDate: string;
  readonly invalidDate: string;
}

/** price: what is paid; cover: what is paid out, for whom, by whom; period: the days of cover, which always differ. */
export interface EditionChange {
  readonly kind: 'price' | 'cover' | 'period';
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

const NOTHING = '没有';

/** What differs between two editions in words, in the order in which it matters; the period last. */
export function editionChanges(before: ComparedEdition, after: ComparedEdition): EditionChange[] {
  return [
    ...prices(before, after),
    ...benefits(before, after),
    ...cover('既往症', before.preExistingNote, after.preExistingNote),
    ...cover('承保公司', companies(before), companies(after)),
    ...differing('period', '保障期', coverageText(before), coverageText(after)),
  ];
}

function prices(before: ComparedEdition, after: ComparedEdition): EditionChange[] {
  return names(before.plans, after.plans, 'code').flatMap((code) => {
    const [old, now] = [before, after].map(({ plans }) => plans.find((plan) => plan.code === code));
    const title = `${now?.name ?? old?.name ?? ''}价格`;
    return differing('price', title, priceText(old), priceText(now));
  });
}

function priceText(plan: Plan | undefined): string {
  return plan ? `每人 ${formatYuan(plan.premiumFen)} 元` : NOTHING;
}

function benefits(before: ComparedEdition, after: ComparedEdition): EditionChange[] {
  return names(before.benefits, after.benefits, 'name').flatMap((name) => {
    const [old, now] = [before, after].map(({ benefits }) => benefits.find((benefit) => benefit.name === name));
    return [
      ...cover(name, old?.scope ?? NOTHING, now?.scope ?? NOTHING),
      ...(old && now
        ? [
            ...cover(`${name}，自己先付`, yuan(old.deductibleFen), yuan(now.deductibleFen)),
            ...cover(`${name}，赔付比例`, `${old.ratioPercent}%`, `${now.ratioPercent}%`),
            ...cover(`${name}，一年最多赔`, yuan(old.limitFen), yuan(now.limitFen)),
          ]
        : []),
    ];
  });
}

function companies({ insuranceCompany }: ComparedEdition): string {
  return insuranceCompany.map(({ name }) => name).join('、');
}

function cover(title: string, before: string, after: string): EditionChange[] {
  return differing('cover', title, before, after);
}

function differing(kind: EditionChange['kind'], title: string, before: string, after: string): EditionChange[] {
  return before === after ? [] : [{ kind, title, before, after }];
}

/** Of both years, the former year's first. */
function names<K extends string>(
  before: readonly Readonly<Record<K, string>>[],
  after: readonly Readonly<Record<K, string>>[],
  key: K,
): string[] {
  return [...new Set([...before, ...after].map((one) => one[key]))];
}

function yuan(fen: number): string {
  const wan = fen / 1_000_000;
  return Number.isInteger(wan * 100) ? `${wan} 万元` : `${formatYuan(fen)} 元`;
}
