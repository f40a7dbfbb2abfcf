import { describe, expect, test } from 'vitest';
import {
  type DeskEdition,
  editionDifferences,
  nearestReadable,
  nextEdition,
  type PublishCheck,
  premiumFenOf,
  publishChecks,
  themePairs,
} from './index.ts';

const EDITION: DeskEdition = {
  ...{ editionCode: 'js26', editionYear: 2026, proName: '苏民安 2026', name: '苏民安', subtitle: '补充医疗保险' },
  ...{ slogan: '陪伴江苏人的第 4 年', accompanyYears: 4, automaticReapplicationOffered: false },
  plans: [{ code: 'basic', name: '基础款', premiumFen: 15_800 }],
  ...{ validDate: '2026-01-01', invalidDate: '2026-12-31', announcedOn: '2025-10-01' },
  ...{ insureStart: '2025-11-01 08:00:00', insureEnd: '2025-12-31 23:59:59', underwriteEnd: '2026-01-05 23:59:59' },
  flows: { early: { from: '2025-10-20' } },
  ...{
    underwriteComplete: false,
    applyRefund: true,
    refundReason: true,
    updatePolicyholder: true,
    updateInsured: false,
  },
  ...{ maxInsuredPerOrder: 10, tel: '400-065-1066', serviceUrl: '', appId: '', testAppId: '' },
  ...{ technologyCompany: [], subCompany: [], brokerCompany: [{ name: '戊信保险经纪公司' }] },
  insuranceCompany: [
    { name: '甲信财产保险公司', sharePercent: 60, lead: true },
    { name: '乙信财产保险公司', sharePercent: 40 },
  ],
  ...{ shareTitle: '苏民安 2026', shareDesc: '158 元保一年', shareImgUrl: '' },
  theme: {
    ...{ primaryColor: '#A8202D', primaryBgColor: '#9C1B29', subBgColor: '#FBEEEC' },
    ...{ textColor: '#1F1B1A', insuredBgColor: '#FBF9F7', linearBgColor: '#7F1420' },
  },
  payList: [{ label: '微信支付', value: 'wxpay', icon: 'wechat' }],
  aliPayList: [],
  ...{ recordFilingCode: 'TEST-1', recordFilingName: '示例', recordFilingOrganisation: '甲信财产保险公司' },
  benefits: [
    {
      name: '目录内',
      scope: '住院',
      icon: 'hospital',
      deductibleFen: 1_200_000,
      ratioPercent: 80,
      limitFen: 100_000_000,
    },
  ],
};
const [BENEFIT] = EDITION.benefits as [DeskEdition['benefits'][number]];
const PAPER = { version: 6, isRegistered: true };
const PAPERS = [
  { ...PAPER, key: 'exclusions', title: '免除责任', text: '下列情形不赔。不默认勾选任何同意' },
  { ...PAPER, key: 'clauses', title: '保险条款', text: '保障开始之前可以退保。投诉请打 400-065-1066' },
];
const NOW = Date.UTC(2025, 10, 20);
const facts = (change: Partial<DeskEdition> = {}, rest: Partial<Parameters<typeof publishChecks>[0]> = {}) => ({
  edition: { ...EDITION, ...change },
  ...{ live: EDITION, endAnnouncedOn: null, papers: PAPERS, required: { exclusions: '免除责任', clauses: '保险条款' } },
  barredWords: [{ word: '最便宜', reason: '不能用“最”' }],
  nowMs: NOW,
  ...rest,
});
const failed = (checks: readonly PublishCheck[]) => checks.filter(({ problems }) => problems.length > 0);

test('a sound edition passes all eight', () => {
  expect(publishChecks(facts())).toHaveLength(8);
  expect(failed(publishChecks(facts()))).toEqual([]);
});

describe('what keeps an edition from residents', () => {
  const { theme, insuranceCompany } = EDITION;
  const [exclusions, clauses] = PAPERS as [(typeof PAPERS)[0], (typeof PAPERS)[0]];
  test.each<[string, string, string, ReturnType<typeof facts>]>([
    ['no filing number', 'filing', 'recordFilingCode', facts({ recordFilingCode: ' ' })],
    ['refunds without reasons', 'terms', 'refundReason', facts({ refundReason: false })],
    ['a short name', 'companies', 'brokerCompany', facts({ brokerCompany: [{ name: '戊信' }] })],
    ['no broker', 'companies', 'brokerCompany', facts({ brokerCompany: [] })],
    [
      'shares of 99 %',
      'companies',
      'insuranceCompany',
      facts(
        { insuranceCompany: insuranceCompany.map((one) => ({ ...one, sharePercent: one.lead ? 59 : 40 })) },
        { live: null },
      ),
    ],
    [
      'one short name for two',
      'companies',
      'insuranceCompany',
      facts({ insuranceCompany: insuranceCompany.map((one) => ({ ...one, shortName: '甲信' })) }),
    ],
    ['no premium', 'terms', 'plans.0.premiumFen', facts({ plans: [{ code: 'basic', name: '基础款', premiumFen: 0 }] })],
    ['an end that nobody announced', 'terms', 'endAnnouncedOn', facts({ insureEnd: '2026-01-04 23:59:59' })],
    [
      'an end announced for later',
      'terms',
      'endAnnouncedOn',
      facts({ insureEnd: '2026-01-04 23:59:59' }, { endAnnouncedOn: '2025-11-21' }),
    ],
    [
      'cover that is over',
      'terms',
      'invalidDate',
      facts({ validDate: '2024-11-20', invalidDate: '2025-11-19' }, { live: null }),
    ],
    ['cover that policies say otherwise', 'terms', 'validDate', facts({ validDate: '2025-12-01' })],
    ['an end of cover that policies say otherwise', 'terms', 'invalidDate', facts({ invalidDate: '2027-01-31' })],
    ['a sale that was open and would open later', 'terms', 'insureStart', facts({ insureStart: '2025-11-25' })],
    [
      'shares that policies were sold by',
      'companies',
      'insuranceCompany',
      facts({ insuranceCompany: insuranceCompany.map((one) => ({ ...one, sharePercent: 50 })) }),
    ],
    [
      'a price that nobody announced',
      'terms',
      'endAnnouncedOn',
      facts({ plans: [{ code: 'basic', name: '基础款', premiumFen: 16_800 }], shareDesc: '' }),
    ],
    [
      'a premium of a million',
      'terms',
      'plans.0.premiumFen',
      facts({ plans: [{ code: 'basic', name: '基础款', premiumFen: 100_000_000 }], shareDesc: '' }, { live: null }),
    ],
    ['no way to pay', 'terms', 'payList', facts({ payList: [] })],
    ['no limit', 'terms', 'benefits', facts({ benefits: [] }, { live: null })],
    [
      'nothing that is paid',
      'terms',
      'benefits',
      facts({ benefits: [{ ...BENEFIT, ratioPercent: 0 }] }, { live: null }),
    ],
    [
      'more for who was ill before',
      'terms',
      'benefits',
      facts({ benefits: [{ ...BENEFIT, preExistingRatioPercent: 90 }] }, { live: null }),
    ],
    ['cover that was sold otherwise', 'terms', 'benefits', facts({ benefits: [{ ...BENEFIT, ratioPercent: 70 }] })],
    [
      'two plans of one name',
      'terms',
      'plans',
      facts({ plans: ['basic', 'more'].map((code) => ({ code, name: '基础款', premiumFen: 15_800 })) }, { live: null }),
    ],
    [
      'exclusions not in the log',
      'exclusions',
      'documents.exclusions',
      facts({}, { papers: [{ ...exclusions, isRegistered: false }, clauses] }),
    ],
    ['no exclusions', 'exclusions', 'documents.exclusions', facts({}, { papers: [clauses] })],
    [
      'nothing about surrender',
      'surrender',
      'documents',
      facts({}, { papers: [exclusions, { ...clauses, text: '投诉 12378' }] }),
    ],
    [
      'nowhere to complain',
      'complaints',
      'documents',
      facts({}, { papers: [exclusions, { ...clauses, text: '退保期限' }] }),
    ],
    ['no phone', 'complaints', 'tel', facts({ tel: '' })],
    ['a barred word', 'wording', 'slogan', facts({ slogan: '全省最便宜' })],
    [
      'a preset choice',
      'wording',
      'documents.clauses',
      facts({}, { papers: [exclusions, { ...clauses, text: `${clauses.text}，默认勾选` }] }),
    ],
    [
      'last year’s price in the words beside this year’s',
      'wording',
      'shareDesc',
      facts({ plans: [{ code: 'basic', name: '基础款', premiumFen: 16_800 }] }, { live: null }),
    ],
    [
      'an early window after the sale',
      'terms',
      'flows.early.from',
      facts({ flows: { early: { from: '2025-11-02' } } }),
    ],
    ['pale text', 'contrast', 'theme.textColor', facts({ theme: { ...theme, textColor: '#C4574F' } })],
    ['no colour', 'contrast', 'theme.subBgColor', facts({ theme: { ...theme, subBgColor: '#FFF' } })],
  ])('%s', (_, name, path, given) => {
    const checks = failed(publishChecks(given));
    expect(checks.map((check) => [check.name, check.problems.map((problem) => problem.path)])).toEqual([
      [name, expect.arrayContaining([path])],
    ]);
  });

  test('before the first could buy it everything may be changed', () => {
    const change = { validDate: '2026-02-01', insuranceCompany: [], insureStart: '2025-11-05', shareDesc: '' };
    const plans = [{ code: 'basic', name: '基础款', premiumFen: 16_800 }];
    const given = facts({ ...change, plans }, { nowMs: Date.UTC(2025, 9, 19) });
    expect(failed(publishChecks(given)).map(({ name }) => name)).toEqual(['companies']);
    // The early window counts as well.
    const early = facts({ validDate: '2026-02-01' }, { nowMs: Date.UTC(2025, 9, 21) });
    expect(failed(publishChecks(early)).map(({ name }) => name)).toEqual(['terms']);
  });

  test.each<[string, string]>([
    ['158.005', '“158.005”不是能收的钱数'],
    ['', '请填写保费'],
    ['0', '保费要大于 0'],
    ['一百五', '“一百五”不是能收的钱数'],
  ])('a premium typed as “%s” is told for what it is', (text, told) => {
    const plans = [{ code: 'basic', name: '基础款', premiumFen: 0 }];
    const [terms] = failed(publishChecks(facts({ plans, premiumsTyped: [text] }, { live: null })));
    expect(terms?.problems.map(({ message }) => message)).toEqual([expect.stringContaining(told)]);
  });

  test('a date that is missing is told by its name', () => {
    const given = facts({ underwriteEnd: '' }, { live: null });
    const problems = failed(publishChecks(given)).flatMap((check) => check.problems);
    expect(problems).toEqual([{ path: 'underwriteEnd', message: expect.stringContaining('请填写核保截止') }]);
    const early = failed(publishChecks(facts({ flows: { early: { from: '' } } }, { live: null })));
    expect(early[0]?.problems.map(({ message }) => message)).toEqual([expect.stringContaining('请填写提前参保开始')]);
  });

  test('an end that was announced may be changed', () => {
    const given = facts({ insureEnd: '2026-01-04 23:59:59' }, { endAnnouncedOn: '2025-11-18' });
    expect(failed(publishChecks(given))).toEqual([]);
  });
});

test.each<[string, number | null]>([
  ['158', 15_800],
  [' 1,580.5 元', 158_050],
  ['１６８．５０', 16_850],
  ['￥99', 9_900],
  ['158.005', null],
  ['-5', null],
  ['', null],
])('a premium typed as “%s”', (text, fen) => expect(premiumFenOf(text)).toBe(fen));

test('contrasts are cut, so that 4.5 means 4.5', () => {
  expect(themePairs(EDITION.theme).map(({ label, contrast }) => [label, contrast])).toEqual([
    ['主色', 7.2],
    ['头图底', 8],
    ['浅底', 6.3],
    ['正文字', 15],
    ['被保人卡', 16.2],
    ['头图渐变', 10.3],
  ]);
});

test('a colour that cannot be read has a nearest one that can, with everything it is part of', () => {
  const pale = { ...EDITION.theme, primaryColor: '#2E9E5B' };
  const nearest = nearestReadable(pale, 'primaryColor');
  // White on it, and itself on the pale ground.
  expect(themePairs({ ...pale, primaryColor: nearest?.colour ?? '' }).every(({ isReadable }) => isReadable)).toBe(true);
  expect(nearest?.contrast).toBeLessThan(5.6);
  expect(nearestReadable(EDITION.theme, 'primaryColor')).toBeNull();
  expect(nearestReadable({ ...EDITION.theme, textColor: '#FFF' }, 'textColor')).toBeNull();
  const ground = nearestReadable({ ...EDITION.theme, subBgColor: '#C08080' }, 'subBgColor');
  expect(Number.parseInt(ground?.colour.slice(1, 3) ?? '', 16)).toBeGreaterThan(0xc0);
});

test('a document on its way is told of as far as it is', () => {
  const given = facts({}, { papers: PAPERS.slice(1), underway: new Map([['exclusions', '一审中']]) });
  const [exclusions] = failed(publishChecks(given));
  expect(exclusions?.problems).toEqual([{ path: 'documents.exclusions', message: '《免除责任》还没有发布：一审中' }]);
});

test('next year is this one a year later, with what is this year’s own left open', () => {
  expect(nextEdition(EDITION, 'js27')).toMatchObject({
    ...{ editionCode: 'js27', editionYear: 2027, proName: '苏民安 2027', slogan: '陪伴江苏人的第 5 年' },
    ...{ validDate: '2027-01-01', insureStart: '2026-11-01 08:00:00', underwriteEnd: '2027-01-05 23:59:59' },
    ...{ recordFilingCode: '', flows: { early: { from: '2026-10-20' } } },
  });
  expect(nextEdition(EDITION, 'js27')).not.toHaveProperty('announcedOn');
  expect(nextEdition({ ...EDITION, validDate: '2028-02-29' }, 'x1').validDate).toBe('2029-02-28');
});

test('differences in cover are told by plan, with all that a benefit pays', () => {
  const plans = [
    { code: 'basic', name: '基础款', premiumFen: 15_800 },
    { code: 'more', name: '升级款', premiumFen: 25_800, adds: ['多 20 种药'], benefits: [BENEFIT] },
  ];
  const before = { ...EDITION, plans };
  const raised = plans.map((plan) =>
    plan.benefits ? { ...plan, adds: [], benefits: [{ ...BENEFIT, limitFen: 200_000_000 }] } : plan,
  );
  const after = { ...before, plans: raised, benefits: [{ ...BENEFIT, deductibleFen: 1_000_000, itemCount: 40 }] };
  expect(editionDifferences(before, after).map(({ label, before: was, after: now }) => [label, was, now])).toEqual([
    ['升级款多什么', '多 20 种药', '没有'],
    [
      '基础款：目录内',
      '住院；起付线 1.2 万元，赔 80%，最高 100 万元',
      '住院；起付线 1.0 万元，赔 80%，最高 100 万元，40 种',
    ],
    ['升级款：目录内', '住院；起付线 1.2 万元，赔 80%，最高 100 万元', '住院；起付线 1.2 万元，赔 80%，最高 200 万元'],
  ]);
});

test('differences are told field by field, in the order of the page', () => {
  const after = { ...EDITION, updateInsured: true, insureEnd: '2026-01-15 23:59:59', proName: '苏民安 26' };
  const rows = editionDifferences(EDITION, {
    ...after,
    plans: [{ code: 'basic', name: '基础款', premiumFen: 16_800 }],
  });
  expect(rows.map(({ section, label, before, after: now }) => [section, label, before, now])).toEqual([
    ['naming', '产品名称', '苏民安 2026', '苏民安 26'],
    ['dates', '参保截止', '2025.12.31 23:59', '2026.01.15 23:59'],
    ['dates', '基础款保费', '158.00 元', '168.00 元'],
    ['switches', '改被保险人', '关', '开'],
  ]);
});
