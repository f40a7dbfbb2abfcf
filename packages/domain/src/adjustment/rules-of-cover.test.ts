import { expect, test } from 'vitest';
import type { Benefit } from '../product/index.ts';
import { type RuleSet, ruleSetProblems, rulesForPlans, rulesOfCover } from './index.ts';

const benefit = (shortName: string, deductibleFen: number, pre?: number): Benefit => ({
  ...{ name: shortName, scope: '', icon: 'pill', shortName, deductibleFen, ratioPercent: 80, limitFen: 100_000_000 },
  ...(pre === undefined ? {} : { preExistingRatioPercent: pre }),
});
const COVER = [benefit('目录外', 1_500_000), benefit('目录内', 1_200_000, 30), benefit('特药', 1_000_000)];
const RULES: RuleSet = {
  ...{ editionCode: 'js26', version: 3, label: '第 3 次发布', rounding: { mode: 'half-up', per: 'year' } },
  plans: [
    { code: 'basic', categories: rulesOfCover(COVER) ?? [] },
    { code: 'gone', categories: rulesOfCover(COVER) ?? [] },
  ],
  cases: [
    ...['basic', 'gone'].map((plan) => ({
      ...{ name: plan, plan, ratioClass: 'normal' as const, inScopeFen: 1, outOfScopeFen: 0, specialDrugFen: 0 },
      expectedFen: 0,
    })),
  ],
};

test('rules say what the benefits say, half for a pre-existing condition where nothing else is said', () => {
  expect(
    rulesOfCover(COVER)?.map(({ category, deductibleFen, ratio }) => [
      category,
      deductibleFen,
      ...Object.values(ratio),
    ]),
  ).toEqual([
    ['in-scope', 1_200_000, 8_000, 3_000],
    ['out-of-scope', 1_500_000, 8_000, 4_000],
    ['special-drug', 1_000_000, 8_000, 4_000],
  ]);
  expect(rulesOfCover(COVER.slice(1))).toBeNull();
});

test('every plan that is sold can be worked out, and what is sold no longer goes with its cases', () => {
  const better = COVER.map((one) => ({ ...one, deductibleFen: 0 }));
  const sold = [
    { code: 'basic', benefits: better },
    { code: 'top', benefits: better },
    { code: 'odd', benefits: [] },
  ];
  const rules = rulesForPlans(RULES, sold, true);
  expect(ruleSetProblems(rules)).toEqual([]);
  expect(rules.plans.map(({ code, categories }) => [code, categories[0]?.deductibleFen])).toEqual([
    // What was published for a plan stays as it is; what cannot be read from benefits begins as the first plan's.
    ['basic', 1_200_000],
    ['top', 0],
    ['odd', 1_200_000],
  ]);
  expect(rules.cases?.map(({ plan }) => plan)).toEqual(['basic']);
  // Of an edition that goes on, what was promised for a plan stays.
  expect(rulesForPlans(RULES, sold, false).plans.map(({ code }) => code)).toEqual(['basic', 'gone', 'top', 'odd']);
});
