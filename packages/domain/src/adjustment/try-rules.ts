import { type Fen, formatYuan } from '../money/index.ts';
import { adjustYear } from './adjust-year.ts';
import { ratioText } from './explain-case.ts';
import { type CategoryRule, type ControlCase, categoriesOf, type RuleSet, WHOLE_RATIO } from './rule-set.ts';

/** A visit without what it comes to. */
export type Visit = Omit<ControlCase, 'expectedFen'>;

/** What one visit, the first of its year, comes to by some rules; null where they do not have its plan. */
export function payableOf(rules: RuleSet, visit: Visit): Fen | null {
  const categories = categoriesOf(rules, visit.plan);
  if (!categories) return null;
  const costs = {
    'in-scope': visit.inScopeFen,
    'out-of-scope': visit.outOfScopeFen,
    'special-drug': visit.specialDrugFen,
  };
  const [adjusted] = adjustYear([
    {
      ...{ caseNo: 'CONTROL', decidedOn: '2026-01-01', visitTo: '2026-01-01', ratioClass: visit.ratioClass },
      ...{ totalFen: visit.inScopeFen + visit.outOfScopeFen + visit.specialDrugFen, costs },
      ...{ medicalFen: 0, seriousFen: 0, otherFen: 0, rules: categories, rounding: rules.rounding },
    },
  ]);
  return adjusted?.payableFen ?? 0;
}

/** Control cases that come out otherwise than they were worked out by hand, as sentences. */
export function controlProblems(rules: RuleSet): string[] {
  const cases = rules.cases ?? [];
  if (cases.length === 0) return ['请至少写一个对照案例，赔付金额自己先算好'];
  return cases.flatMap((one) => {
    const fen = payableOf(rules, one);
    if (fen === null) return [`对照案例“${one.name}”的方案 ${one.plan} 不在规则里`];
    return fen === one.expectedFen
      ? []
      : [`对照案例“${one.name}”按规则赔 ${formatYuan(fen)} 元，您写的是 ${formatYuan(one.expectedFen)} 元`];
  });
}

const SOME_FEN = 1_000_000;
const FEN_OF = {
  'in-scope': 'inScopeFen',
  'out-of-scope': 'outOfScopeFen',
  'special-drug': 'specialDrugFen',
} as const;

/** Visits at the edges of some rules: at the deductible, above it by both ratios, and above the limit. */
export function edgeVisits(rules: RuleSet): Visit[] {
  return rules.plans.flatMap(({ code, categories }) =>
    categories.flatMap((rule) => {
      const visit = (fen: Fen, ratioClass: Visit['ratioClass']): Visit => ({
        name: `${rule.label} ${formatYuan(fen)} 元${ratioClass === 'normal' ? '' : '，既往症比例'}`,
        ...{ plan: code, ratioClass, inScopeFen: 0, outOfScopeFen: 0, specialDrugFen: 0 },
        [FEN_OF[rule.category]]: fen,
      });
      const above = rule.deductibleFen + SOME_FEN;
      const full = fenToFill(rule);
      return [
        visit(rule.deductibleFen, 'normal'),
        visit(above, 'normal'),
        visit(above, 'pre-existing'),
        ...(full === null ? [] : [visit(full, 'normal')]),
      ];
    }),
  );
}

/** What uses up a year's limit and a little; null where nothing does. */
function fenToFill({ deductibleFen, limitFen, ratio }: CategoryRule): Fen | null {
  if (ratio.normal === 0) return null;
  const fen = deductibleFen + Math.ceil((limitFen / ratio.normal) * WHOLE_RATIO) + SOME_FEN;
  return Number.isSafeInteger(fen) ? fen : null;
}

interface RuleChange {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

const ROUNDINGS = { 'half-up': '四舍五入到分', down: '不到 1 分的舍去' } as const;
const ROUNDED_PER = { year: '全年累计', case: '每个案件' } as const;
const NONE = '—';

/** What is different between two versions, number by number. */
export function ruleChanges(before: RuleSet | null, after: RuleSet, planName: (code: string) => string): RuleChange[] {
  const plans = [...new Set([...(before?.plans ?? []), ...after.plans].map(({ code }) => code))];
  const changes: RuleChange[] = plans.flatMap((code) => {
    const [old = [], now = []] = [before, after].map(
      (rules) => rules?.plans.find((plan) => plan.code === code)?.categories,
    );
    const categories = [...new Set([...old, ...now].map(({ category }) => category))];
    return categories.flatMap((category) => {
      const [was, is] = [old, now].map((rules) => rules.find((rule) => rule.category === category));
      const title = `${planName(code)} ${is?.label ?? was?.label ?? category}`;
      return FACTS.map(([name, read]) => ({
        what: `${title} ${name}`,
        before: was ? read(was) : NONE,
        after: is ? read(is) : NONE,
      }));
    });
  });
  const roundings = [before, after].map((rules) =>
    rules ? `${ROUNDINGS[rules.rounding.mode]}，${ROUNDED_PER[rules.rounding.per]}` : NONE,
  );
  const [was = NONE, is = NONE] = roundings;
  return [...changes, { what: '取整', before: was, after: is }].filter((one) => one.before !== one.after);
}

const FACTS: readonly (readonly [string, (rule: CategoryRule) => string])[] = [
  ['名称', ({ label, everyday }) => `${label}（${everyday}）`],
  ['起付线', ({ deductibleFen }) => formatYuan(deductibleFen)],
  ['正常比例', ({ ratio }) => ratioText(ratio.normal)],
  ['既往症比例', ({ ratio }) => ratioText(ratio['pre-existing'])],
  ['全年限额', ({ limitFen }) => formatYuan(limitFen)],
];
