import type { FoundPolicyValue } from '@huimin/contract';
import { expect, test } from 'vitest';
import { byYear, coveredWithin, keepFound, keptFound } from './found-policies.ts';

const policy = (editionYear: number): FoundPolicyValue => ({
  asker: 'policyholder',
  editionYear,
  productName: '苏民安',
  planName: '基础版',
  insuredName: '林梅',
  idNumberMasked: '320************02X',
  validDate: `${editionYear}-01-01`,
  invalidDate: `${editionYear}-12-31`,
  status: 0,
  regionText: null,
  policyNo: null,
  orderNo: null,
  ticket: null,
});
const three = [policy(2026), policy(2027), policy(2026)];

test('years stand newest first', () => {
  expect(byYear(three).map(([year, group]) => [year, group.length])).toEqual([
    [2027, 1],
    [2026, 2],
  ]);
});

test.each([
  ['2026-12-31', null, 3],
  ['2027-01-01', null, 1],
  [null, '2026-06-01', 2],
  ['2026-12-31', '2027-01-01', 3],
  ['2025-01-01', '2025-12-31', 0],
  [null, null, 3],
] as const)('cover from %s to %s', (from, to, count) => {
  expect(coveredWithin(three, from, to)).toHaveLength(count);
});

test('what was found is shown for a quarter of an hour', () => {
  keepFound([policy(2027)], 1_000);
  expect(keptFound(1_000 + 15 * 60_000 - 1)).toHaveLength(1);
  expect(keptFound(1_000 + 15 * 60_000)).toBeNull();
  keepFound(null, 0);
  expect(keptFound(0)).toBeNull();
});
