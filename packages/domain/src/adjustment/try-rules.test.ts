import { expect, test } from 'vitest';
import type { CategoryRule, RuleSet } from './rule-set.ts';
import { controlProblems, edgeVisits, payableOf, ruleChanges } from './try-rules.ts';

const rule = (category: CategoryRule['category'], label: string): CategoryRule => ({
  ...{ category, label, everyday: `${label}的说法`, deductibleFen: 1_000_000, limitFen: 10_000_000 },
  ratio: { normal: 8_000, 'pre-existing': 4_000 },
});
const RULES: RuleSet = {
  ...{ editionCode: 'js26', version: 1, label: '第 1 次发布', rounding: { mode: 'half-up', per: 'year' } },
  plans: [
    {
      code: 'basic',
      categories: [rule('in-scope', '目录内'), rule('out-of-scope', '目录外'), rule('special-drug', '特药')],
    },
  ],
};
const planName = (code: string) => (code === 'basic' ? '基础版' : code);

test('visits at the edges: nothing at the deductible, both ratios above it, no more than the limit', () => {
  const said = edgeVisits(RULES).map((visit) => [visit.name, payableOf(RULES, visit)]);
  expect(said).toHaveLength(12);
  expect(said.slice(0, 4)).toEqual([
    ['目录内 10,000.00 元', 0],
    ['目录内 20,000.00 元', 800_000],
    ['目录内 20,000.00 元，既往症比例', 400_000],
    ['目录内 145,000.00 元', 10_000_000],
  ]);
});

test('control cases have to be there, to name a plan of the rules, and to come out', () => {
  const one = { name: '两万', plan: 'basic', ratioClass: 'normal', inScopeFen: 2_000_000, outOfScopeFen: 0 } as const;
  const problems = (...cases: { plan?: string; expectedFen: number }[]) =>
    controlProblems({ ...RULES, cases: cases.map((more) => ({ ...one, specialDrugFen: 0, ...more })) });
  expect(controlProblems(RULES)).toEqual(['请至少写一个对照案例，赔付金额自己先算好']);
  expect(problems({ expectedFen: 800_000 })).toEqual([]);
  expect(problems({ expectedFen: 800_001 }, { plan: 'other', expectedFen: 0 })).toEqual([
    '对照案例“两万”按规则赔 8,000.00 元，您写的是 8,000.01 元',
    '对照案例“两万”的方案 other 不在规则里',
  ]);
});

test('what is different is told number by number, a plan that is new or gone too', () => {
  const next = structuredClone(RULES) as RuleSet & { plans: { code: string; categories: CategoryRule[] }[] };
  const [first] = next.plans[0]?.categories ?? [];
  Object.assign(first ?? {}, { ratio: { normal: 7_500, 'pre-existing': 4_000 } });
  next.rounding = { mode: 'down', per: 'year' };
  next.plans.push({ code: 'more', categories: [rule('in-scope', '目录内')] });
  const changes = ruleChanges(RULES, next, planName);
  expect(changes[0]).toEqual({ what: '基础版 目录内 正常比例', before: '80%', after: '75%' });
  expect(changes.at(-1)).toEqual({
    what: '取整',
    before: '四舍五入到分，全年累计',
    after: '不到 1 分的舍去，全年累计',
  });
  expect(changes.filter(({ before }) => before === '—').map(({ what }) => what)).toContain('more 目录内 起付线');
  expect(ruleChanges(RULES, RULES, planName)).toEqual([]);
  expect(ruleChanges(null, RULES, planName)).toHaveLength(16);
});
