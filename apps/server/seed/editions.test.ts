import { PRODUCT_NUMBER, PROJECT_ID } from '@huimin/contract';
import { canBook } from '@huimin/domain/booking';
import { parseDate } from '@huimin/domain/date';
import { checkEdition, saleWindowAt } from '@huimin/domain/product';
import { describe, expect, test } from 'vitest';
import {
  demonstrationComingEdition,
  demonstrationEdition,
  demonstrationPlansEdition,
  js25Edition,
  js26Edition,
} from './editions.ts';

const moment = (text: string): number => parseDate(text) ?? expect.fail();

describe('the js26 preset', () => {
  const edition = js26Edition();

  test('has exactly the specified values', () => {
    expect(edition).toMatchObject({
      editionCode: 'js26',
      premium1: 158,
      premium2: 158,
      insureStart: '2023-08-01',
      insureEnd: '2025-12-31 23:59:59',
      underwriteEnd: '2025-12-31 23:59:59',
      underwriteComplete: false,
      validDate: '2023-09-07',
      invalidDate: '2024-09-06',
      tel: '400-065-1066',
      applyRefund: false,
      refundReason: false,
      updatePolicyholder: false,
      updateInsured: false,
    });
    expect(edition.plans.map((plan) => plan.premiumFen)).toEqual([15_800]);
    expect(edition.payList.map((entry) => entry.value)).toEqual(['xmybpay', 'wxpay', 'alipay']);
    expect([PRODUCT_NUMBER, PROJECT_ID]).toEqual(['CITY00000022', 'PJ000059']);
  });

  test('was sold until its last second, Beijing time, and its underwriting lasted no time', () => {
    expect(saleWindowAt(edition, Date.UTC(2025, 11, 31, 15, 59, 59) - 1)).toBe('insureing');
    expect(saleWindowAt(edition, Date.UTC(2025, 11, 31, 15, 59, 59))).toBe('underwriteEnd');
  });
});

describe.each([2026, 2027, 2028])('the demonstration edition made in %i', (year) => {
  const edition = demonstrationEdition(year);

  test('sells the whole year, covers the whole next year, and has every switch on', () => {
    for (const day of [`${year}-01-01`, `${year}-02-28 12:00:00`, `${year}-12-31 23:59:59`])
      expect(saleWindowAt(edition, moment(day))).toBe('insureing');
    expect([edition.validDate, edition.invalidDate]).toEqual([`${year + 1}-01-01`, `${year + 1}-12-31`]);
    expect(edition).toMatchObject({
      applyRefund: true,
      refundReason: true,
      updatePolicyholder: true,
      updateInsured: true,
      isDemonstration: true,
    });
  });
});

describe('editions side by side', () => {
  test('2025 was sold as basic at 158 and upgraded at 258, and is closed', () => {
    const edition = js25Edition();
    expect(edition.plans.map((plan) => [plan.code, plan.premiumFen])).toEqual([
      ['basic', 15_800],
      ['upgraded', 25_800],
    ]);
    expect([edition.premium1, edition.premium2]).toEqual([158, 258]);
    expect(saleWindowAt(edition, moment('2026-01-01'))).toBe('underwriteEnd');
  });

  test('what an upgraded plan is said to add is what its figures say', () => {
    const figures = (edition: ReturnType<typeof js25Edition>, plan: number) =>
      (edition.plans[plan]?.benefits ?? edition.benefits).map((benefit) => [
        benefit.deductibleFen / 1_000_000,
        benefit.ratioPercent,
        benefit.itemCount,
        benefit.itemCount === undefined || benefit.scope.includes(`${benefit.itemCount} 种`),
      ]);
    expect(figures(js25Edition(), 0)).toEqual([
      [1.5, 75, undefined, true],
      [1.5, 70, undefined, true],
      [1, 70, 25, true],
    ]);
    expect(figures(js25Edition(), 1)).toEqual([
      [1.2, 80, undefined, true],
      [1.5, 70, undefined, true],
      [1, 70, 45, true],
    ]);
    expect(figures(demonstrationPlansEdition(2026), 1)).toEqual([
      [1.2, 80, undefined, true],
      [1.5, 70, undefined, true],
      [1, 70, 60, true],
    ]);
  });

  test('the older outpatient product costs 30 yuan a year and pays up to 10000', () => {
    for (const { sideProducts } of [js26Edition(), demonstrationEdition(2026)])
      expect(sideProducts).toMatchObject([{ premiumFen: 3_000, limitFen: 1_000_000 }]);
  });

  test('the demonstration with two plans is another edition than the one everybody sees', () => {
    const [one, two] = [demonstrationEdition(2026), demonstrationPlansEdition(2026)];
    expect([one.editionCode, two.editionCode]).toEqual(['demo27', 'demo27plus']);
    expect([one.plans.length, two.plans.length]).toEqual([1, 2]);
    expect(saleWindowAt(two, moment('2026-11-11'))).toBe('insureing');
  });
});

test('the coming demonstration is announced, can be booked all year, and is not next year’s under another name', () => {
  const coming = demonstrationComingEdition(2026);
  expect([coming.editionCode, coming.proName, coming.flows?.early]).toEqual(['soon28', '苏民安 2028', undefined]);
  for (const day of ['2026-01-01', '2026-12-31 23:59:59']) expect(canBook(coming, moment(day))).toBe(true);
  expect(demonstrationEdition(2027).editionCode).not.toBe(coming.editionCode);
  expect(checkEdition({ ...coming, announcedOn: '2027-01-02' })).toMatchObject([{ path: 'announcedOn' }]);
});

test('all the checks that an operator’s edition must pass', () => {
  const demonstrations = [
    demonstrationEdition(2026),
    demonstrationPlansEdition(2026),
    demonstrationComingEdition(2026),
  ];
  for (const edition of [js25Edition(), js26Edition(), ...demonstrations]) expect(checkEdition(edition)).toEqual([]);
});
