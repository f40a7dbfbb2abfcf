import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf, hiddenRows, hiddenSums } from './index.ts';

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`;
const days = (...counts: readonly number[]) => counts.map((count, index) => ({ day: day(index + 1), count }));

describe('days that are counted together', () => {
  test('a day of ten stands alone; one of fewer goes with those after it; a few at the end wait', () => {
    expect(blocksOf(days(12, 4, 0, 5, 3, 10, 9))).toEqual([
      { days: [day(1)], until: day(1) },
      { days: [day(2), day(4), day(5)], until: day(5) },
      { days: [day(6)], until: day(6) },
    ]);
  });

  test('nothing that was shown changes when days follow', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 30 }), fc.nat(30), (counts, cut) => {
        const all = blocksOf(days(...counts));
        const before = blocksOf(days(...counts.slice(0, cut)));
        expect(all.slice(0, before.length)).toEqual(before);
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});

describe('small cells', () => {
  test.each([
    [[10, 0, 25], []],
    [
      [3, 40, 90],
      [0, 1],
    ],
    [
      [3, 4, 90, 50],
      [0, 1, 3],
    ],
    [
      [6, 7, 90],
      [0, 1],
    ],
    [[12], []],
    [
      [4, 8],
      [0, 1],
    ],
  ])('of the row %j, %j are hidden', (cells, expected) => {
    const [hidden = []] = hiddenRows([cells]);
    expect(hidden.flatMap((is, index) => (is ? [index] : []))).toEqual(expected);
  });

  test('a sum is hidden where it would tell a hidden cell, and shown where it does not', () => {
    const sumsOf = (...rows: readonly (readonly number[])[]) => {
      const hidden = hiddenRows(rows);
      return hiddenSums(rows.map((cells, index) => ({ cells, hidden: hidden[index] ?? [] })));
    };
    // The last row alone hides: the sums of both its columns would tell.
    expect(sumsOf([50, 60, 70], [3, 40, 90])).toEqual([true, true, false]);
    // With a row behind it that hides the same two, what is hidden may be either.
    expect(
      hiddenRows([
        [3, 40, 90],
        [50, 60, 70],
        [50, 60, 70],
      ]),
    ).toEqual([
      [true, true, false],
      [true, true, false],
      [false, false, false],
    ]);
    expect(sumsOf([3, 40, 90], [50, 60, 70], [50, 60, 70])).toEqual([false, false, false]);
    // Nine in two sums are too few, so the third goes too.
    expect(sumsOf([4, 3, 6], [1, 1, 11])).toEqual([true, true, true]);
    // Three and four are still too few.
    expect(sumsOf([3, 40, 90], [4, 60, 70])).toEqual([true, true, false]);
  });

  test('no cell or rest below ten is shown, and none that is hidden can be worked out', () => {
    const cell = fc.oneof(fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 400 }));
    const table = fc
      .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 6 }))
      .chain(([height, width]) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
      );
    fc.assert(
      fc.property(table, (given) => {
        const found = given.filter((cells) => cells.reduce((sum, count) => sum + count, 0) >= 10);
        const rows = hiddenRows(found).map((hidden, index) => ({ cells: found[index] ?? [], hidden }));
        if (rows.length === 0) return;
        expect(hiddenRows(found.slice(0, -1))).toEqual(rows.slice(0, -1).map(({ hidden }) => hidden));
        const sums = hiddenSums(rows);
        for (const { cells, hidden } of rows) {
          for (const [index, count] of cells.entries()) expect(count === 0 || count >= 10 || hidden[index]).toBe(true);
        }
        for (const [column, isHidden] of sums.entries()) {
          const left = rows.reduce((sum, row) => (row.hidden[column] ? sum + (row.cells[column] ?? 0) : sum), 0);
          expect(isHidden || left === 0 || left >= 10).toBe(true);
        }
        const together = sums.reduce((sum, isHidden, column) => {
          const left = rows.reduce((all, row) => (row.hidden[column] ? all + (row.cells[column] ?? 0) : all), 0);
          return isHidden ? sum + left : sum;
        }, 0);
        expect(together === 0 || together >= 10).toBe(true);
        expect(derivable([...rows.map(({ hidden }) => hidden), sums])).toEqual([]);
      }),
      { numRuns: 400, seed: 7 },
    );
  });
});

/** Cells that linear algebra can work out from what is shown: row reduction of all sums. The last row is the sums. */
function derivable(hidden: readonly (readonly boolean[])[]): string[] {
  const cells = hidden.flatMap((row, r) => row.flatMap((is, c) => (is ? [[r, c] as const] : [])));
  const last = hidden.length - 1;
  const equations: number[][] = [
    ...hidden.map((_, r) => cells.map(([row]) => (row === r ? 1 : 0))),
    ...(hidden[0] ?? []).map((_, c) => cells.map(([row, column]) => (column === c ? (row === last ? -1 : 1) : 0))),
  ];
  let rank = 0;
  for (const column of cells.keys()) {
    const pivot = equations.findIndex((line, index) => index >= rank && Math.abs(line[column] ?? 0) > 1e-9);
    if (pivot < 0) continue;
    [equations[rank], equations[pivot]] = [equations[pivot] as number[], equations[rank] as number[]];
    const lead = equations[rank] as number[];
    for (const [index, line] of equations.entries()) {
      const factor = (line[column] ?? 0) / (lead[column] ?? 1);
      if (index !== rank && factor !== 0) equations[index] = line.map((value, i) => value - factor * (lead[i] ?? 0));
    }
    rank++;
  }
  return equations
    .map((line) => line.flatMap((value, index) => (Math.abs(value) > 1e-9 ? [index] : [])))
    .flatMap((used) => (used.length === 1 ? [String(cells[used[0] ?? 0])] : []));
}
