import { describe, expect, test } from 'vitest';
import { consortiumOf } from '../product/index.ts';
import { compareIssue, type IssueTerms, issueColumns, issueRow, type OwnPolicy } from './index.ts';

const terms: IssueTerms = {
  consortium: [
    { name: '甲', sharePercent: 60 },
    { name: '乙', sharePercent: 40 },
  ],
  latestDay: '2026-11-20',
  graceDays: 3,
};
const own: OwnPolicy = {
  issuedOn: '2026-11-10',
  premiumFen: 15_800,
  raised: null,
  state: 'valid',
  cancelledOn: null,
};
const insurer = { premiumFen: 15_800, state: 'valid', shares: { 甲: 9_480, 乙: 6_320 } } as const;
const raised = { premiumFen: 25_800, raised: { byFen: 10_000, on: '2026-11-19' } };

describe('a policy on both sides', () => {
  test.each([
    ['agreed', own, insurer, [], false],
    [
      'cancelled on both sides',
      { ...own, state: 'cancelled', cancelledOn: '2026-11-12' },
      { ...insurer, state: 'cancelled' },
      [],
      false,
    ],
    ['only there', null, insurer, ['insurer-only'], false],
    ['only there, and cancelled', null, { ...insurer, state: 'cancelled' }, [], false],
    ['only here', own, null, ['ours-only'], false],
    ['only here, on the last day of grace', { ...own, issuedOn: '2026-11-18' }, null, [], true],
    ['only here, on the day after it', { ...own, issuedOn: '2026-11-17' }, null, ['ours-only'], false],
    ['only here, and cancelled', { ...own, state: 'cancelled', cancelledOn: '2026-11-11' }, null, [], false],
    ['cancelled there', own, { ...insurer, state: 'cancelled' }, ['state'], false],
    ['cancelled here lately', { ...own, state: 'cancelled', cancelledOn: '2026-11-19' }, insurer, [], true],
    ['cancelled here long ago', { ...own, state: 'cancelled', cancelledOn: '2026-11-12' }, insurer, ['state'], false],
    ['being cancelled here', { ...own, state: 'cancelling' }, insurer, [], true],
    ['another premium', own, { ...insurer, premiumFen: 15_801, shares: { 甲: 9_481, 乙: 6_320 } }, ['premium'], false],
    ['raised lately', { ...own, ...raised }, insurer, [], true],
    [
      'raised long ago',
      { ...own, ...raised, raised: { byFen: 10_000, on: '2026-11-12' } },
      insurer,
      ['premium'],
      false,
    ],
    ['a fen between two shares', own, { ...insurer, shares: { 甲: 9_481, 乙: 6_319 } }, ['share'], false],
    ['a share of a stranger', own, { ...insurer, shares: { ...insurer.shares, 丙: 1 } }, ['share'], false],
    [
      'everything at once',
      own,
      { premiumFen: 1, state: 'cancelled', shares: {} },
      ['state', 'premium', 'share'],
      false,
    ],
  ] as const)('%s', (_name, ours, theirs, classes, isWaiting) => {
    const compared = compareIssue(ours, theirs, terms);
    expect(compared.differences.map((difference) => difference.class)).toEqual(classes);
    expect(compared.isWaiting).toBe(isWaiting);
  });

  test('a finding names the figures', () => {
    const { differences } = compareIssue(own, { ...insurer, premiumFen: 15_801, shares: {} }, terms);
    expect(differences.map(({ finding }) => finding)).toEqual([
      '保司 158.01 元，我方 158.00 元',
      '甲 0.00 元，应为 94.81 元；乙 0.00 元，应为 63.20 元',
    ]);
  });

  test('without shares the leading insurer carries everything', () => {
    expect(consortiumOf([{ name: '甲' }, { name: '乙', lead: true }])).toEqual([
      { name: '乙', lead: true, sharePercent: 100 },
    ]);
    expect(consortiumOf([{ sharePercent: 70 }, {}, { sharePercent: 30 }])).toHaveLength(2);
    expect(consortiumOf([])).toEqual([]);
  });
});

const HEADER = ['保单号', '版本', '出单日期', '保费', '状态', '份额:甲', '份额：乙'];
const GOOD = ['SMA0001', 'js26', '2026-11-10', '158.00', '有效', '94.80', '63.20'];

describe('lines of a file', () => {
  const columns = issueColumns(HEADER);
  if (typeof columns === 'string') throw new Error(columns);
  const read = (cells: readonly string[]) => issueRow(cells, columns, (code) => code === 'js26');
  const put = (at: number, text: string) => GOOD.with(at, text);

  test('a good one, whatever the order of the columns', () => {
    const row = { policyNo: 'SMA0001', editionCode: 'js26', issuedOn: '2026-11-10', ...insurer };
    expect(read(GOOD)).toEqual(row);
    const turned = issueColumns(HEADER.toReversed());
    if (typeof turned === 'string') throw new Error(turned);
    expect(issueRow(GOOD.toReversed(), turned, () => true)).toEqual(row);
    expect(read(put(6, ''))).toMatchObject({ shares: { 甲: 9_480 } });
  });

  test.each([
    [GOOD.slice(1), '有 6 列'],
    [put(0, '张三'), '保单号'],
    [put(1, 'js99'), '没有这个版本'],
    [put(2, '2026-02-30'), '出单日期'],
    [put(2, '20261110'), '出单日期'],
    [put(3, '-1.00'), '保费'],
    [put(3, '1.001'), '保费'],
    [put(3, '99999999999'), '保费'],
    [put(4, 'toString'), '状态'],
    [put(5, 'x'), '甲的份额'],
  ])('%j is not read', (cells, why) => {
    const problem = read(cells);
    expect(problem).toEqual(expect.stringContaining(why));
    expect(problem).not.toContain('张三');
  });

  test.each([
    [HEADER.slice(1), '缺少列：保单号'],
    [HEADER.slice(0, 5), '缺少共保份额列'],
    [[...HEADER, '被保险人姓名'], '不需要的列'],
    [[...HEADER, '保费'], '名字相同'],
    [[...HEADER, ...Array.from({ length: 19 }, (_, index) => `份额:${index}`)], '超过 20 列'],
  ])('%j is no header', (cells, why) => {
    expect(issueColumns(cells)).toEqual(expect.stringContaining(why));
  });
});
