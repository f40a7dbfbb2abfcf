import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AdjustedCase, adjustYear, type CaseToAdjust, costsProblem } from './adjust-year.ts';
import { explainCase } from './explain-case.ts';
import {
  type CategoryRule,
  COST_CATEGORIES,
  type CostCategory,
  type Rounding,
  type RuleSet,
  ruleSetProblems,
} from './rule-set.ts';

type Numbers = [number, number, number, number];
type Given = [string, string, 'normal' | 'pre-existing', ...number[]];
type Expected = [string, number, number, Record<CostCategory, [number, number]>];
interface Year {
  name: string;
  rounding: [Rounding['mode'], Rounding['per']];
  rules: Record<CostCategory, Numbers>;
  cases: Given[];
  expect: Expected[];
}

const { years } = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/adjustment.json', import.meta.url), 'utf8'),
) as { years: Year[] };

function rulesOf(rules: Record<CostCategory, Numbers>): CategoryRule[] {
  return COST_CATEGORIES.map((category) => {
    const [deductibleFen, normal, preExisting, limitFen] = rules[category];
    return {
      ...{ category, label: category, everyday: category, deductibleFen, limitFen },
      ratio: { normal, 'pre-existing': preExisting },
    };
  });
}

function casesOf({ rules, rounding: [mode, per], cases }: Year): CaseToAdjust[] {
  return cases.map(([caseNo, visitTo, ratioClass, ...fen]) => {
    const [totalFen = 0, medicalFen = 0, seriousFen = 0, otherFen = 0, inScope = 0, outOfScope = 0, drug = 0] = fen;
    return {
      ...{
        caseNo,
        visitTo,
        decidedOn: visitTo,
        ratioClass,
        totalFen,
        medicalFen,
        seriousFen,
        otherFen,
        rules: rulesOf(rules),
      },
      ...{ costs: { 'in-scope': inScope, 'out-of-scope': outOfScope, 'special-drug': drug }, rounding: { mode, per } },
    };
  });
}

test.each(years)('$name', (year) => {
  const adjusted = adjustYear(casesOf(year));
  const said = adjusted.map(({ caseNo, payableFen, ownFen, steps }) => [
    ...[caseNo, payableFen, ownFen],
    Object.fromEntries(steps.map((step) => [step.category, [step.deductibleTakenFen, step.payableFen]])),
  ]);
  expect(said).toEqual(year.expect);
});

const amount = fc.integer({ min: 0, max: 30_000_000 });
const visit = fc.record({
  inScope: amount,
  outOfScope: amount,
  drug: amount,
  notCovered: amount,
  medicalFen: amount,
  seriousFen: amount,
  otherFen: amount,
  day: fc.integer({ min: 1, max: 28 }),
  ratioClass: fc.constantFrom('normal' as const, 'pre-existing' as const),
});
type Visit = typeof visit extends fc.Arbitrary<infer V> ? V : never;

const ruleNumbers = fc
  .tuple(
    fc.integer({ min: 0, max: 3_000_000 }),
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 0, max: 60_000_000 }),
  )
  .map(([deductible, a, b, limit]): Numbers => [deductible, Math.max(a, b), Math.min(a, b), limit]);
const anyRules = fc.record({ 'in-scope': ruleNumbers, 'out-of-scope': ruleNumbers, 'special-drug': ruleNumbers });
const rounding = fc.record({
  mode: fc.constantFrom('half-up' as const, 'down' as const),
  per: fc.constantFrom('year' as const, 'case' as const),
});
const wholeYear = { mode: 'half-up', per: 'year' } as const;

function made(visits: readonly Visit[], rules: Record<CostCategory, Numbers>, round: Rounding): CaseToAdjust[] {
  return visits.map(({ inScope, outOfScope, drug, notCovered, day, ratioClass, ...paid }, index) => ({
    ...paid,
    caseNo: `N${String(index).padStart(6, '0')}`,
    visitTo: `2026-05-${String(day).padStart(2, '0')}`,
    decidedOn: `2026-06-${String(day).padStart(2, '0')}`,
    ratioClass,
    totalFen: inScope + outOfScope + drug + notCovered + paid.medicalFen + paid.seriousFen + paid.otherFen,
    costs: { 'in-scope': inScope, 'out-of-scope': outOfScope, 'special-drug': drug },
    rules: rulesOf(rules),
    rounding: round,
  }));
}

const totalOf = (cases: readonly AdjustedCase[]): number => cases.reduce((sum, { payableFen }) => sum + payableFen, 0);
const visits = fc.array(visit, { maxLength: 8 });

describe('whatever the cases and the rules', () => {
  test('every sum adds up and stays within its bounds', () => {
    fc.assert(
      fc.property(visits, anyRules, rounding, (given, rules, round) => {
        const cases = made(given, rules, round);
        const adjusted = adjustYear(cases);
        expect(adjusted).toHaveLength(cases.length);
        for (const one of adjusted) {
          const costs = cases.find(({ caseNo }) => caseNo === one.caseNo) ?? expect.fail();
          expect(one.ownFen + one.payableFen + costs.medicalFen + costs.seriousFen + costs.otherFen).toBe(
            costs.totalFen,
          );
          expect(one.notCoveredFen + one.steps.reduce((sum, step) => sum + step.amountFen, 0)).toBe(one.remainingFen);
          for (const step of one.steps) {
            expect(step.deductibleTakenFen + step.excessFen).toBe(step.amountFen);
            expect(step.shareFen + step.carriedFen - step.overLimitFen).toBe(step.payableFen);
            expect(Math.abs(step.carriedFen)).toBeLessThanOrEqual(1);
            expect(step.payableFen).toBeGreaterThanOrEqual(0);
            expect(step.payableFen).toBeLessThanOrEqual(step.excessFen + 1);
            expect(step.limitLeftAfterFen).toBe(step.limitLeftFen - step.payableFen);
          }
          for (const { lines, resultFen } of explainCase(costs, one, 2026)) {
            const last = lines.at(-1);
            if (last === undefined) expect(resultFen).toBe(0);
            // A line that is a share of the lines above it begins the sum anew.
            const sum = lines.reduce(
              (all, line) =>
                line.of !== null || line.sign === '' ? line.fen : line.sign === '+' ? all + line.fen : all - line.fen,
              0,
            );
            if (last) expect(sum).toBe(resultFen);
          }
        }
        for (const category of COST_CATEGORIES) {
          const steps = adjusted.map(
            ({ steps: all }) => all.find((step) => step.category === category) ?? expect.fail(),
          );
          const [deductible, , , limit] = rules[category];
          expect(steps.reduce((sum, step) => sum + step.payableFen, 0)).toBeLessThanOrEqual(limit);
          const costs = steps.reduce((sum, step) => sum + step.amountFen, 0);
          expect(steps.reduce((sum, step) => sum + step.deductibleTakenFen, 0)).toBe(Math.min(costs, deductible));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the same cases give the same fen in whatever order they are handed in', () => {
    fc.assert(
      fc.property(visits, anyRules, rounding, fc.integer(), (given, rules, round, seed) => {
        const cases = made(given, rules, round);
        const turned = [...cases].sort(
          (a, b) => ((a.caseNo.charCodeAt(6) * seed) % 7) - ((b.caseNo.charCodeAt(6) * seed) % 7),
        );
        expect(adjustYear(turned)).toEqual(adjustYear(cases));
      }),
      { numRuns: 100 },
    );
  });

  test('carried through the year, other days of the same visits and one visit cut in two change nothing', () => {
    fc.assert(
      fc.property(visits, anyRules, fc.integer({ min: 1, max: 28 }), (given, rules, shift) => {
        const same = given.map((one) => ({ ...one, ratioClass: 'normal' as const }));
        const total = totalOf(adjustYear(made(same, rules, wholeYear)));
        const others = same.map((one) => ({ ...one, day: ((one.day * shift) % 28) + 1 }));
        expect(totalOf(adjustYear(made(others, rules, wholeYear)))).toBe(total);
        const cut = same.flatMap((one) => [
          { ...one, inScope: Math.floor(one.inScope / 3), outOfScope: Math.floor(one.outOfScope / 2) },
          {
            ...one,
            inScope: one.inScope - Math.floor(one.inScope / 3),
            outOfScope: one.outOfScope - Math.floor(one.outOfScope / 2),
            drug: 0,
          },
        ]);
        expect(totalOf(adjustYear(made(cut, rules, wholeYear)))).toBe(total);
      }),
      { numRuns: 100 },
    );
  });

  test('a higher cost never lowers what a year pays, and a pre-existing condition never raises it', () => {
    fc.assert(
      fc.property(
        fc.array(visit, { minLength: 1, maxLength: 8 }),
        anyRules,
        amount,
        fc.nat(),
        (given, rules, more, place) => {
          const at = place % given.length;
          const total = totalOf(adjustYear(made(given, rules, wholeYear)));
          const dearer = given.map((one, index) => (index === at ? { ...one, inScope: one.inScope + more } : one));
          expect(totalOf(adjustYear(made(dearer, rules, wholeYear)))).toBeGreaterThanOrEqual(total);
          const ill = given.map((one, index) => (index === at ? { ...one, ratioClass: 'pre-existing' as const } : one));
          expect(totalOf(adjustYear(made(ill, rules, wholeYear)))).toBeLessThanOrEqual(total);
        },
      ),
      { numRuns: 100 },
    );
  });
});

test('a later version of the rules goes on from where the year stands', () => {
  const [first, second] = casesOf(years[1] as Year).sort((a, b) => (a.visitTo < b.visitTo ? -1 : 1)) as [
    CaseToAdjust,
    CaseToAdjust,
  ];
  const changed = second.rules.map((rule) => ({ ...rule, deductibleFen: rule.deductibleFen + 100_000 }));
  const [, later] = adjustYear([first, { ...second, rules: changed }]) as [AdjustedCase, AdjustedCase];
  expect(later.steps[0]).toMatchObject({ deductibleLeftFen: 100_000, payableFen: 2_800_000 });
});

test('what is decided stays as it is when an older visit comes in late', () => {
  const [first, second] = casesOf(years[1] as Year) as [CaseToAdjust, CaseToAdjust];
  const open = { ...second, caseNo: 'A000000', visitTo: '2026-01-01', decidedOn: null };
  const before = adjustYear([first, second]);
  expect(adjustYear([open, first, second]).slice(0, 2)).toEqual(before);
  expect(adjustYear([open, first, second])[2]?.steps[0]).toMatchObject({ deductibleLeftFen: 0 });
});

test('the steps in words', () => {
  const cases = casesOf(years[1] as Year).sort((a, b) => (a.visitTo < b.visitTo ? -1 : 1));
  const [, second] = adjustYear(cases) as [AdjustedCase, AdjustedCase];
  const steps = explainCase(cases[1] as CaseToAdjust, second, 2025);
  expect(steps.map(({ key, resultFen }) => [key, resultFen])).toEqual([
    ['remaining', 5_400_000],
    ['in-scope', 2_880_000],
    ['out-of-scope', 210_000],
    ['special-drug', 0],
    ['total', 3_090_000],
  ]);
  expect(steps[0]?.note).toBe('剩下的分 2 块：目录内 36,000.00，目录外 18,000.00');
  expect(steps[1]?.lines.map(({ label }) => label)).toEqual([
    'in-scope',
    '起付线 12,000.00，2025 年已用完',
    '按 80% 赔',
  ]);
  expect(steps[3]).toMatchObject({ lines: [], note: '这次没有用到，0.00 元' });
  const [below] = adjustYear(casesOf(years[2] as Year)) as [AdjustedCase];
  const note = explainCase(casesOf(years[2] as Year)[0] as CaseToAdjust, below, 2026)[2]?.note;
  expect(note).toBe('未达到免赔额：已累计12,300.00元，免赔额15,000.00元');
});

test('amounts that do not fit together are refused', () => {
  const [fine] = casesOf(years[0] as Year) as [CaseToAdjust];
  expect(costsProblem(fine)).toBeNull();
  expect(costsProblem({ ...fine, medicalFen: 9_600_000 })).toContain('比总费用多');
  expect(costsProblem({ ...fine, totalFen: 9_599_999 })).toContain('比剩下的费用多');
  expect(costsProblem({ ...fine, otherFen: -1 })).toContain('不是负数');
  expect(() => adjustYear([{ ...fine, totalFen: 0.5 }])).toThrow(RangeError);
});

test('a rule set that cannot be right is refused, with every reason', () => {
  const rules = rulesOf((years[0] as Year).rules);
  const sound: RuleSet = {
    editionCode: 'js26',
    version: 1,
    label: '2026 版',
    plans: [{ code: 'basic', categories: rules }],
    rounding: wholeYear,
  };
  expect(ruleSetProblems(sound)).toEqual([]);
  const first = rules[0] as CategoryRule;
  const broken = [
    { ...first, ratio: { normal: 8_000, 'pre-existing': 9_000 } },
    { ...first, deductibleFen: 0.5 },
  ];
  const problems = ruleSetProblems({ ...sound, label: '', plans: [{ code: 'basic', categories: broken }] });
  expect(problems).toHaveLength(7);
  expect(ruleSetProblems({ ...sound, plans: [] })).toEqual(['至少要有一个方案']);
  expect(ruleSetProblems({ ...sound, rounding: { mode: 'up', per: 'day' } as never })).toHaveLength(2);
});
