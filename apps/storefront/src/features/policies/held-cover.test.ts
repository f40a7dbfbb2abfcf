import { expect, test } from 'vitest';
import { heldCover, heldCovers } from './held-cover.ts';

const policy = (status: number, editionYear = 2026) => ({
  status,
  editionYear,
  validDate: `${editionYear}-01-01`,
  invalidDate: `${editionYear}-12-31`,
});

test('counts the policies that cover, of one year', () => {
  expect(heldCover([policy(0), policy(1), policy(5), policy(1, 2025)], 2026)).toEqual({
    people: 3,
    year: 2026,
    validDate: '2026-01-01',
    invalidDate: '2026-12-31',
  });
});

test('tells of each year that is covered, the latest first', () => {
  const years = heldCovers([policy(1, 2025), policy(0), policy(1), policy(2, 2024)]);
  expect(years.map(({ year, people, validDate }) => [year, people, validDate])).toEqual([
    [2026, 2, '2026-01-01'],
    [2025, 1, '2025-01-01'],
  ]);
});

test('ended, cancelled and failed policies cover nobody', () => {
  expect(
    heldCover(
      [2, 3, 4, 6, 7].map((status) => policy(status)),
      2026,
    ),
  ).toBeNull();
  expect(heldCover([policy(1, 2025)], 2026)).toBeNull();
  expect(heldCover([], 2026)).toBeNull();
});
