import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findColumns } from '../sheet/index.ts';
import { coPayOf } from './co-pay.ts';
import {
  DRUG_COLUMNS,
  drugCells,
  PHARMACY_COLUMNS,
  pharmacyCells,
  readDrugRow,
  readPharmacyRow,
  type SpecialDrug,
} from './drug-files.ts';
import { findDrugs, markedParts } from './find-drugs.ts';
import { missingDrugPapers } from './papers.ts';

describe('what one cycle costs its resident', () => {
  test.each([
    // price, deductible left, percent, limit left → deducted, paid, own
    [1_800_000, 1_000_000, 70, 100_000_000, 1_000_000, 560_000, 1_240_000],
    [1_800_000, 0, 70, 100_000_000, 0, 1_260_000, 540_000],
    [1_800_000, 2_000_000, 70, 100_000_000, 1_800_000, 0, 1_800_000],
    [101, 0, 50, 1_000, 0, 51, 50],
    [1_800_000, 0, 70, 100, 0, 100, 1_799_900],
    [1_800_000, 0, 0, 100, 0, 0, 1_800_000],
  ])(
    '%i with %i left at %i %% and %i',
    (priceFen, deductibleLeftFen, ratioPercent, limitLeftFen, deducted, paid, own) => {
      const sum = coPayOf({ priceFen, deductibleLeftFen, ratioPercent, limitLeftFen });
      expect([sum.deductedFen, sum.paidFen, sum.ownFen]).toEqual([deducted, paid, own]);
      expect(sum.isLimited).toBe(limitLeftFen === 100 && ratioPercent > 0);
    },
  );

  test('adds up to the price, and more deductible never pays more', () => {
    const fen = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(
        fen,
        fen,
        fc.integer({ min: 0, max: 100 }),
        fen,
        (priceFen, deductibleLeftFen, ratioPercent, limitLeftFen) => {
          const sum = coPayOf({ priceFen, deductibleLeftFen, ratioPercent, limitLeftFen });
          expect(sum.paidFen + sum.ownFen).toBe(priceFen);
          expect(sum.deductedFen + sum.baseFen).toBe(priceFen);
          expect(sum.paidFen).toBeLessThanOrEqual(limitLeftFen);
          const harder = coPayOf({ priceFen, deductibleLeftFen: deductibleLeftFen + 1, ratioPercent, limitLeftFen });
          expect(harder.paidFen).toBeLessThanOrEqual(sum.paidFen);
        },
      ),
    );
    expect(() => coPayOf({ priceFen: 0.5, deductibleLeftFen: 0, ratioPercent: 1, limitLeftFen: 0 })).toThrow(
      RangeError,
    );
  });
});

const drug = (more: Partial<SpecialDrug> = {}): SpecialDrug => ({
  ...{ code: 'A1', genericName: '示例替尼片', brandName: '演示妥 ABC', maker: '示例药业', indication: '肺部肿瘤' },
  ...{ inCatalogue: false, ratioPercent: 70, preExistingRatioPercent: 35, limitFen: null, priceFen: 1_800_000 },
  ...{ cycleText: '1 盒', cycleDays: 30, pharmacyCodes: ['P1', 'P2'] },
  ...more,
});

describe('looking for a drug', () => {
  const drugs = [drug(), drug({ code: 'A2', genericName: '样本单抗', indication: '乳腺肿瘤', inCatalogue: true })];
  test.each([
    ['', 'all', ['A1', 'A2']],
    ['  ', 'in', ['A2']],
    ['肿瘤', 'all', ['A1', 'A2']],
    ['肺', 'all', ['A1']],
    ['肺', 'in', []],
    ['替尼 肺', 'all', ['A1']],
    ['替尼，乳腺', 'all', []],
    ['ＡＢＣ', 'all', ['A1', 'A2']],
    ['abc', 'out', ['A1']],
    ['示例药业', 'all', ['A1', 'A2']],
    ['没有的', 'all', []],
  ] as const)('“%s” in %s', (typed, scope, codes) => {
    expect(findDrugs(drugs, typed, scope).map(({ code }) => code)).toEqual(codes);
  });

  test('marks what was found, and leaves the text as it was', () => {
    expect(markedParts('特发性肺纤维化，肺', '肺')).toEqual([
      { text: '特发性', isFound: false },
      { text: '肺', isFound: true },
      { text: '纤维化，', isFound: false },
      { text: '肺', isFound: true },
    ]);
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, typed) => {
        expect(
          markedParts(text, typed)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

describe('rows of files', () => {
  const headings = (columns: object) => Object.values(columns).map((column) => column.headings[0]);
  const drugColumns = findColumns(headings(DRUG_COLUMNS), DRUG_COLUMNS) as object;
  const pharmacyColumns = findColumns(headings(PHARMACY_COLUMNS), PHARMACY_COLUMNS) as object;

  test('come back as they went out', () => {
    for (const one of [drug(), drug({ limitFen: 20_000_050, inCatalogue: true })]) {
      expect(readDrugRow(drugCells(one), drugColumns)).toEqual(one);
    }
    const pharmacy = {
      ...{ code: 'P1', name: '演示大药房', city: '苏州', district: '姑苏区', address: '演示路 1 号' },
      ...{ phone: '0512-00000000', hours: '8:30 - 20:00', delivers: true },
    };
    expect(readPharmacyRow(pharmacyCells(pharmacy), pharmacyColumns)).toEqual(pharmacy);
    expect(readPharmacyRow(pharmacyCells({ ...pharmacy, phone: '电话' }), pharmacyColumns)).toContain('电话写数字');
  });

  test.each([
    [0, '甲', '编号为 1 到 20 位字母和数字'],
    [1, '', '通用名要写，不超过 60 个字'],
    [4, '长'.repeat(201), '适应症要写，不超过 200 个字'],
    [5, '内', '医保目录写“目录内”或“目录外”'],
    [6, '101', '赔付比例写 0 到 100 的整数，如 70%'],
    [7, '35.5%', '既往症赔付比例写 0 到 100 的整数，如 35%'],
    [8, '20 万', '年度限额写元，最多两位小数；没有就空着'],
    [9, '', '参考价写元，最多两位小数'],
    [11, '367', '每期天数写 1 到 366 的整数'],
    [12, '；', '至少写一家指定药房的编号，多家用分号隔开'],
  ])('column %i with “%.10s”', (place, cell, problem) => {
    const cells = drugCells(drug());
    cells[place] = cell;
    expect(readDrugRow(cells, drugColumns)).toBe(problem);
  });
});

test('all papers are needed', () => {
  expect(missingDrugPapers(['prescription', 'identity'])).toEqual(['病理或基因报告', '病历小结']);
  expect(missingDrugPapers(['prescription', 'identity', 'report', 'summary'])).toEqual([]);
});
