import { PRODUCT_NUMBER, PROJECT_ID } from '@huimin/contract';
import { parseDate } from '@huimin/domain/date';
import { checkEdition, saleWindowAt } from '@huimin/domain/product';
import { describe, expect, test } from 'vitest';
import { demonstrationEdition, js26Edition } from './editions.ts';

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

test('both pass the checks that an operator’s edition must pass', () => {
  for (const edition of [js26Edition(), demonstrationEdition(2026)]) expect(checkEdition(edition)).toEqual([]);
});
