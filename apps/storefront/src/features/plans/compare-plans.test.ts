import type { EditionSummaryValue } from '@huimin/contract';
import { describe, expect, test } from 'vitest';
import { changes, columnsOf, compareRows, earlierEditions, editionTitle } from './compare-plans.ts';

const benefit = (shortName: string, deductible: number, ratioPercent: number, itemCount?: number) => ({
  name: `${shortName}费用`,
  scope: '',
  icon: 'pill' as const,
  shortName,
  deductibleFen: deductible * 1_000_000,
  ratioPercent,
  limitFen: 100_000_000,
  ...(itemCount === undefined ? {} : { itemCount }),
});

const old: EditionSummaryValue = {
  editionCode: 'js25',
  name: '2025',
  editionYear: 2025,
  plans: [
    { code: 'basic', name: '基础款', premiumFen: 15_800 },
    {
      code: 'upgraded',
      name: '升级款',
      premiumFen: 25_800,
      benefits: [benefit('目录内', 1.2, 80), benefit('目录外', 1.5, 70), benefit('特药', 1, 70, 45)],
    },
  ],
  benefits: [benefit('目录内', 1.5, 75), benefit('目录外', 1.5, 70), benefit('特药', 1, 70, 25)],
  validDate: '2025-01-01',
  invalidDate: '2025-12-31',
  saleWindow: 'underwriteEnd',
  onSale: false,
  current: false,
};
const now: EditionSummaryValue = {
  ...old,
  editionCode: 'js26',
  editionYear: 2026,
  plans: [{ code: 'basic', name: '基础款', premiumFen: 15_800 }],
  benefits: [benefit('目录内', 1.2, 80), benefit('目录外', 1.5, 70), benefit('特药', 1, 70, 40)],
  onSale: true,
};

describe('a comparison of plans', () => {
  test('has a line per figure, one for what is counted and one for limits that are the same', () => {
    const rows = compareRows([...columnsOf(old), ...columnsOf(now)]);
    expect(rows.map(({ subject, measure, cells }) => [`${subject}${measure}`, ...cells])).toEqual([
      ['目录内起付线', '1.5 万', '1.2 万', '1.2 万'],
      ['目录内赔付比例', '75%', '80%', '80%'],
      ['目录外起付线', '1.5 万', '1.5 万', '1.5 万'],
      ['目录外赔付比例', '70%', '70%', '70%'],
      ['特药', '25 种', '45 种', '40 种'],
      ['每项一年最高', '100 万', '100 万', '100 万'],
    ]);
  });

  test('says what a plan lacks, and keeps different limits apart', () => {
    const [, , drugs] = now.benefits;
    const less = {
      ...now,
      benefits: [{ ...drugs, limitFen: 50_000_000, ratioPercent: 60 } as (typeof now.benefits)[0]],
    };
    const rows = compareRows([...columnsOf(now), ...columnsOf(less)]);
    expect(rows.find(({ subject, measure }) => subject === '目录内' && measure === '起付线')?.cells).toEqual([
      '1.2 万',
      '没有',
    ]);
    expect(rows.filter(({ subject }) => subject === '特药').map(({ cells }) => cells)).toEqual([
      ['40 种', '40 种'],
      ['70%', '60%'],
      ['100 万', '50 万'],
    ]);
  });

  test('names what changed from one plan to another', () => {
    const [basic] = columnsOf(old);
    const [present] = columnsOf(now);
    expect(basic && present && changes(basic, present)).toEqual([
      { label: '目录内起付线', before: '1.5 万', after: '1.2 万' },
      { label: '目录内赔付比例', before: '75%', after: '80%' },
      { label: '特药', before: '25 种', after: '40 种' },
    ]);
  });

  test('a changed price is a change too', () => {
    const [present] = columnsOf(now);
    expect(present && changes(present, { ...present, premiumFen: 17_850 })).toEqual([
      { label: '价格', before: '158 元', after: '178.50 元' },
    ]);
  });

  test('two editions of one year are told apart by their names', () => {
    const both = [old, { ...now, editionYear: 2025, name: '2025 两款版' }];
    expect(both.map((edition) => editionTitle(edition, both))).toEqual(['2025 版', '2025 两款版']);
    expect(editionTitle(now, [old, now])).toBe('2026 版');
  });

  test('is made with the editions of earlier years, the newest first', () => {
    expect(
      earlierEditions([old, now, { ...now, editionYear: 2027 }], 2027).map(({ editionYear }) => editionYear),
    ).toEqual([2026, 2025]);
    expect(earlierEditions([now], 2026)).toEqual([]);
  });
});
