import { expect, test } from 'vitest';
import { heldCover } from './held-cover.ts';

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
