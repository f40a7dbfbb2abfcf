import { describe, expect, test } from 'vitest';
import type { Benefit, Plan } from '../product/index.ts';
import {
  type EditionPlans,
  inPlanOrder,
  MOST_PLANS,
  type NewPlan,
  upgradesBetween,
  whyNoNewPlan,
  whyNoOrder,
  whyPlanStays,
  whyPlansStay,
  withNewPlan,
  withoutDraftParts,
  withoutPlan,
} from './edition-plans.ts';
import { coversOf, type DeskEdition, editionDifferences } from './index.ts';

const BENEFIT: Benefit = {
  ...{ name: '特药', scope: '40 种', icon: 'pill', shortName: '特药', itemCount: 40 },
  ...{ deductibleFen: 1_000_000, ratioPercent: 70, limitFen: 100_000_000 },
};
const MORE: Benefit = { ...BENEFIT, scope: '60 种', itemCount: 60 };
const BASIC: Plan = { code: 'basic', name: '基础款', premiumFen: 15_800 };
const UPGRADED: Plan = { code: 'upgraded', name: '升级款', premiumFen: 25_800, adds: ['多 20 种药'], benefits: [MORE] };
const TWO: EditionPlans = { plans: [BASIC, UPGRADED], benefits: [BENEFIT] };
const NEW: NewPlan = {
  code: 'top',
  name: ' 至尊款 ',
  premiumFen: 35_800,
  adds: ['海外救援', ' '],
  coverOf: 'upgraded',
};
const codes = ({ plans }: EditionPlans) => plans.map(({ code }) => code);
const coverOf = (edition: EditionPlans, code: string) =>
  coversOf(edition).find(({ planCodes }) => planCodes.includes(code))?.benefits;

test('a new plan is the last, with a cover of its own that begins as another one’s', () => {
  const three = withNewPlan(TWO, NEW);
  expect(three.plans[2]).toEqual({
    ...{ code: 'top', name: '至尊款', premiumFen: 35_800, adds: ['海外救援'] },
    benefits: [MORE],
  });
  // Also where it begins as the one that the others have from the edition: a change of it changes nobody else's.
  expect(withNewPlan(TWO, { ...NEW, coverOf: 'basic' }).plans[2]?.benefits).toEqual([BENEFIT]);
  expect(coversOf(withNewPlan(TWO, { ...NEW, coverOf: 'basic' })).map(({ planNames }) => planNames)).toEqual([
    ['基础款'],
    ['升级款'],
    ['至尊款'],
  ]);
});

describe('a plan is not added', () => {
  const full = {
    ...TWO,
    plans: Array.from({ length: MOST_PLANS }, (_, at) => ({ ...BASIC, code: `p${at}`, name: `${at}` })),
  };
  test.each<[string, EditionPlans, Partial<NewPlan>, RegExp]>([
    ['with the code of another', TWO, { code: 'basic' }, /编码 basic 已经有了/],
    ['with a code that is none', TWO, { code: 'Top' }, /小写字母/],
    ['with the code of one that was just taken out', withoutPlan(TWO, 'upgraded'), { code: 'upgraded' }, /放回/],
    ['without a name', TWO, { name: '  ' }, /方案名称/],
    ['with the name of another', TWO, { name: '升级款' }, /已经有一个方案叫“升级款”/],
    ['without a price', TWO, { premiumFen: null }, /保费/],
    ['for nothing', TWO, { premiumFen: 0 }, /保费/],
    ['as a plan that is not there', TWO, { coverOf: 'none' }, /先照哪个/],
    ['beside as many as there may be', full, { coverOf: 'p0' }, /最多 4 个/],
  ])('%s', (_, edition, change, sentence) => {
    expect(whyNoNewPlan(edition, { ...NEW, ...change })).toMatch(sentence);
  });
  test('but otherwise is', () => expect(whyNoNewPlan(TWO, NEW)).toBeNull());
});

describe('a plan that is taken out', () => {
  test('comes back as it was, at the place that is named', () => {
    for (const code of ['basic', 'upgraded']) {
      const one = withoutPlan(TWO, code);
      expect(codes(one)).toEqual(codes(TWO).filter((other) => other !== code));
      expect(one.plansRemoved?.map((plan) => plan.code)).toEqual([code]);
      expect(inPlanOrder(one, ['basic', 'upgraded'])).toEqual(TWO);
    }
  });
  test('leaves its cover to nobody: residents read the cheapest plan’s', () => {
    const one = withoutPlan(TWO, 'basic');
    expect(one.benefits).toEqual([MORE]);
    expect(one.plans[0]).not.toHaveProperty('benefits');
    expect(coverOf(one, 'upgraded')).toEqual([MORE]);
  });
  test('takes what was typed as its premium with it', () => {
    const typed = { ...TWO, premiumsTyped: ['158.00', '二百五'] };
    expect(withoutPlan(typed, 'basic').premiumsTyped).toEqual(['二百五']);
    expect(inPlanOrder(typed, ['upgraded', 'basic']).premiumsTyped).toEqual(['二百五', '158.00']);
  });
  test('is no part of what residents get', () => {
    expect(withoutDraftParts({ ...withoutPlan(TWO, 'upgraded'), premiumsTyped: ['1'] })).toEqual({
      plans: [BASIC],
      benefits: [BENEFIT],
    });
  });
  test('is not the last, not one that others speak of, and none that is gone', () => {
    const spoken = { ...TWO, plans: [BASIC, { ...UPGRADED, adds: ['其他和基础款一样'] }] };
    expect(whyPlanStays(spoken, 'basic')).toBe('“升级款”的“多什么”里写着“基础款”，先改那句话再删');
    expect(whyPlanStays(spoken, 'upgraded')).toBeNull();
    expect(whyPlanStays(TWO, 'basic')).toBeNull();
    expect(whyPlanStays(withoutPlan(TWO, 'upgraded'), 'basic')).toMatch(/只剩这一个/);
    expect(whyPlanStays(TWO, 'top')).toMatch(/不在草稿里/);
  });
  test('does not come back beside another of its name', () => {
    const gone = withoutPlan(TWO, 'upgraded');
    const other = withNewPlan(gone, { ...NEW, name: '升级款', coverOf: 'basic' });
    expect(whyNoOrder(other, ['basic', 'upgraded', 'top'])).toMatch(/已经有一个方案叫“升级款”/);
  });
});

test('an order names every plan once, and none that nobody knows', () => {
  expect(whyNoOrder(TWO, ['upgraded', 'basic'])).toBeNull();
  for (const wrong of [['basic'], ['basic', 'basic', 'upgraded'], ['basic', 'upgraded', 'top']]) {
    expect(whyNoOrder(TWO, wrong)).toMatch(/刚刚被改过/);
  }
  expect(codes(inPlanOrder(TWO, ['upgraded', 'basic']))).toEqual(['upgraded', 'basic']);
});

test('a plan is the upgrade of the next cheaper one, whatever their order', () => {
  const upgrades = upgradesBetween([
    UPGRADED,
    { ...BASIC, code: 'top', premiumFen: 35_850 },
    BASIC,
    { ...BASIC, code: 'unread', premiumFen: 0 },
  ]);
  expect([...upgrades].map(([code, { from, fen }]) => [code, from.code, fen])).toEqual([
    ['top', 'upgraded', 10_050],
    ['upgraded', 'basic', 10_000],
  ]);
});

test('once somebody could have bought it the plans stay', () => {
  const sale = { insureStart: '2026-11-01 08:00:00' };
  const opens = Date.UTC(2026, 10, 1, 0);
  expect(whyPlansStay(null, opens)).toBeNull();
  expect(whyPlansStay(sale, opens - 1)).toBeNull();
  expect(whyPlansStay(sale, opens)).toMatch(/复制为新的一版/);
  expect(whyPlansStay({ ...sale, flows: { early: { from: '2026-10-20' } } }, opens - 1)).toMatch(/复制为新的一版/);
});

test('whoever has to agree sees which plans came, went and moved, and what each new one covers', () => {
  const edition = TWO as DeskEdition;
  const told = (after: EditionPlans) => {
    const rows = editionDifferences({ ...SHOWN, ...edition }, { ...SHOWN, ...after });
    return rows.map(({ section, label, before, after: now }) => [section, label, before, now]);
  };
  expect(told(withNewPlan(TWO, NEW))).toEqual([
    ['plans', '加了方案', '没有', '至尊款（top），358.00 元 / 人'],
    ['plans', '至尊款多什么', '没有', '海外救援'],
    ['cover', '至尊款：特药', '没有', expect.stringContaining('60 种')],
  ]);
  expect(told(withoutPlan(TWO, 'basic'))).toEqual([['plans', '删了方案', '基础款（basic），158.00 元 / 人', '没有']]);
  expect(told(inPlanOrder(TWO, ['upgraded', 'basic']))).toEqual([
    ['plans', '方案顺序', '基础款、升级款', '升级款、基础款'],
  ]);
  const dearer = { ...TWO, plans: [{ ...UPGRADED, premiumFen: 26_800 }, BASIC] };
  expect(told(dearer)).toEqual([
    ['dates', '升级款保费', '258.00 元', '268.00 元'],
    ['plans', '方案顺序', '基础款、升级款', '升级款、基础款'],
  ]);
});

/** The rest of an edition, of which nothing differs. */
const SHOWN = {
  ...{
    theme: {
      primaryColor: '',
      primaryBgColor: '',
      subBgColor: '',
      textColor: '',
      insuredBgColor: '',
      linearBgColor: '',
    },
  },
  ...{ insuranceCompany: [], brokerCompany: [], technologyCompany: [], subCompany: [], payList: [], aliPayList: [] },
  ...{ validDate: '', invalidDate: '', insureStart: '', insureEnd: '', underwriteEnd: '' },
} as unknown as DeskEdition;
