import { expect, test } from 'vitest';
import { coverEditions } from './cover-editions.ts';

const edition = (year: number) => ({ editionCode: `js${year - 2000}`, productName: `苏民安 ${year}` });
const policy = (status: number, year: number) => ({
  ...{ ...edition(year), status },
  validDate: `${year}-01-01`,
  invalidDate: `${year}-12-31`,
});
const codes = (...given: Parameters<typeof coverEditions>) => coverEditions(...given).map((one) => one.editionCode);

test('of somebody without cover, the edition on show alone', () => {
  expect(coverEditions([], edition(2027), '2026-10-01')).toEqual([edition(2027)]);
  expect(codes([policy(2, 2025), policy(4, 2026)], edition(2027), '2026-10-01')).toEqual(['js27']);
});

test('while next year is on show, the year that covers today comes first, until its last day', () => {
  const policies = [policy(0, 2027), policy(1, 2026)];
  expect(codes(policies, edition(2027), '2026-12-31')).toEqual(['js26', 'js27']);
  expect(codes(policies, edition(2027), '2027-01-01')).toEqual(['js27', 'js26']);
  expect(codes([policy(5, 2026)], edition(2027), '2026-10-01')).toEqual(['js26', 'js27']);
});

test('cover that is to come counts more than what is only on show, and of two that cover the one on show comes first', () => {
  expect(codes([policy(0, 2028)], edition(2027), '2026-10-01')).toEqual(['js28', 'js27']);
  const beside = { ...policy(1, 2026), editionCode: 'js26plus' };
  expect(codes([beside, policy(1, 2026)], edition(2026), '2026-10-01')).toEqual(['js26', 'js26plus']);
});
