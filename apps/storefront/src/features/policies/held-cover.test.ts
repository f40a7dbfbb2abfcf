import { expect, test } from 'vitest';
import { heldCovers } from './held-cover.ts';

const policy = (status: number, editionYear = 2026) => ({
  status,
  editionYear,
  validDate: `${editionYear}-01-01`,
  invalidDate: `${editionYear}-12-31`,
});

test('counts the policies that cover, by year, the latest first', () => {
  expect(heldCovers([policy(1, 2025), policy(0), policy(1), policy(5), policy(2, 2024)])).toEqual([
    { people: 3, year: 2026, validDate: '2026-01-01', invalidDate: '2026-12-31' },
    { people: 1, year: 2025, validDate: '2025-01-01', invalidDate: '2025-12-31' },
  ]);
});

test('ended, cancelled and failed policies cover nobody', () => {
  expect(heldCovers([2, 3, 4, 6, 7].map((status) => policy(status)))).toEqual([]);
  expect(heldCovers([])).toEqual([]);
});
