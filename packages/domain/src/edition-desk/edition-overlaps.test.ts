import { expect, test } from 'vitest';
import { saleOverlaps } from './index.ts';

const edition = (editionCode: string, insureStart: string, insureEnd: string, year: number) => ({
  ...{ editionCode, insureStart, insureEnd },
  ...{ validDate: `${year}-01-01`, invalidDate: `${year}-12-31` },
});
const NEXT = edition('demo28', '2027-10-01 08:00:00', '2027-12-31 23:59:59', 2028);
const NOW = Date.UTC(2027, 0, 1);

test.each<[string, ReturnType<typeof edition>, object[]]>([
  ['one that ended before', edition('demo27', '2026-10-01', '2026-12-31 23:59:59', 2027), []],
  ['itself', NEXT, []],
  ['one whose dates cannot be read', edition('x1', '2027-13-01', '2027-12-31', 2028), []],
  [
    'one that ends in it',
    edition('demo27', '2026-10-01', '2027-10-15 23:59:59', 2027),
    [{ edition: 'demo27', from: '2027-10-01 08:00:00', until: '2027-10-15 23:59:59', coversSameDays: false }],
  ],
  [
    'one of the same year',
    edition('plus28', '2027-11-01', '2028-01-15 23:59:59', 2028),
    [{ edition: 'plus28', from: '2027-11-01', until: '2027-12-31 23:59:59', coversSameDays: true }],
  ],
])('%s', (_, other, overlaps) => expect(saleOverlaps(NEXT, [other], NOW)).toEqual(overlaps));

test('what is over is no longer told', () => {
  const other = edition('demo27', '2026-10-01', '2027-10-15 23:59:59', 2027);
  expect(saleOverlaps(NEXT, [other], Date.UTC(2027, 9, 16))).toEqual([]);
});
