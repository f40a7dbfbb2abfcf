import { bridgesOf } from './bridges.ts';

/** Fewer than this may be somebody who can be told. */
export const SMALLEST_CELL = 10;

const isSmall = (count: number): boolean => count !== 0 && count < SMALLEST_CELL;

/**
 * Which cells of the rows of a month must not be shown, their sums being shown: those of fewer than ten, and as many others, the
 * smallest first, as it takes so that two are hidden in a row at least and ten together. What a row hides never hangs on
 * later rows. Where a cell could be worked out from the sums under the month, the next row hides the same columns, so that it cannot.
 */
export function hiddenRows(rows: readonly (readonly number[])[]): boolean[][] {
  const done: Row[] = [];
  let open: readonly number[] = [];
  for (const cells of rows) {
    const joined = open.filter((column) => cells[column] !== 0);
    done.push({ cells, hidden: hiddenInRow(cells, joined.length > 1 ? joined : []) });
    open = openColumns(done);
  }
  return done.map(({ hidden }) => [...hidden]);
}

function hiddenInRow(cells: readonly number[], also: readonly number[]): boolean[] {
  const hidden = cells.map((count, column) => isSmall(count) || also.includes(column));
  const isSafe = () => {
    const sum = cells.reduce((all, count, index) => (hidden[index] ? all + count : all), 0);
    const many = hidden.filter(Boolean).length;
    return many === 0 || (many > 1 && sum >= SMALLEST_CELL);
  };
  while (!isSafe()) {
    const next = cells
      .map((count, index) => ({ count, index }))
      .filter(({ count, index }) => count !== 0 && !hidden[index])
      .sort((a, b) => a.count - b.count)[0];
    if (next === undefined) break;
    hidden[next.index] = true;
  }
  return hidden;
}

/** Columns whose sum would tell something of the rows there are. */
function openColumns(rows: readonly Row[]): number[] {
  const width = rows[0]?.cells.length ?? 0;
  const bridges = bridgesOf(rows.map(({ hidden }) => hidden));
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const touched = rows.flatMap((row, index) =>
      row.hidden[column] ? [{ index, count: row.cells[column] ?? 0 }] : [],
    );
    const left = touched.reduce((sum, { count }) => sum + count, 0);
    return (
      touched.length > 0 && (left < SMALLEST_CELL || touched.some(({ index }) => bridges.has(index * width + column)))
    );
  });
}

interface Row {
  readonly cells: readonly number[];
  readonly hidden: readonly boolean[];
}

/** A hidden cell joins its row to its column; the row of the sums is the last one. */
type Edges = readonly (readonly number[])[];

/**
 * Which of the sums under some rows must not be shown, the rows being out already with their own sums. A sum is hidden
 * where what it adds to the shown cells is fewer than ten, and where a hidden cell could be worked out by it.
 *
 * Seen as a graph whose points are rows and columns and whose lines are the hidden cells, a cell can be worked out exactly
 * when no ring leads through its line. Whatever is without a ring gets the cheapest one over the sums.
 */
export function hiddenSums(rows: readonly Row[]): boolean[] {
  const width = rows[0]?.cells.length ?? 0;
  const columns = Array.from({ length: width }, (_, column) => {
    const of = (isHidden: boolean) =>
      rows.reduce((sum, row) => (row.hidden[column] === isHidden ? sum + (row.cells[column] ?? 0) : sum), 0);
    return { shown: of(false), left: of(true), isTouched: rows.some((row) => row.hidden[column]) };
  });
  const isHidden = columns.map(({ left, isTouched }) => isTouched && left < SMALLEST_CELL);
  const last = rows.length;
  const priceOf = (row: number, column: number): number => {
    if (row < last) return rows[row]?.hidden[column] ? 0 : Number.POSITIVE_INFINITY;
    const sum = columns[column];
    if (!sum?.isTouched) return Number.POSITIVE_INFINITY;
    return isHidden[column] ? 0 : 1 + sum.shown + sum.left;
  };
  const prices: () => Edges = () =>
    Array.from({ length: last + 1 }, (_, row) => columns.map((_, column) => priceOf(row, column)));
  const close = () => {
    // What lies on a ring of hidden cells takes no sum; of many rows nearly all does.
    const bridges = bridgesOf(prices().map((cells) => cells.map((price) => price === 0)));
    for (const cell of [...bridges].sort((a, b) => a - b)) {
      for (const taken of ringOf(prices(), Math.floor(cell / width), cell % width) ?? []) isHidden[taken] = true;
    }
  };
  close();
  // Hidden sums leave what they hide together: that too is ten at least.
  for (;;) {
    const left = columns.reduce((sum, column, index) => (isHidden[index] ? sum + column.left : sum), 0);
    const next = columns
      .map((column, index) => ({ ...column, index }))
      .filter(({ index, isTouched }) => isTouched && !isHidden[index])
      .sort((a, b) => a.shown + a.left - b.shown - b.left)[0];
    if (left >= SMALLEST_CELL || !isHidden.includes(true) || next === undefined) break;
    isHidden[next.index] = true;
    close();
  }
  return isHidden;
}

/** The columns in whose last row the cheapest ring through a cell leads; null where there is none. */
function ringOf(prices: Edges, fromRow: number, toColumn: number): number[] | null {
  const last = prices.length - 1;
  const width = prices[0]?.length ?? 0;
  // Points: the rows first, then the columns.
  const cost = Array.from({ length: prices.length + width }, () => Number.POSITIVE_INFINITY);
  const before = new Map<number, number>();
  const open = new Set(cost.keys());
  cost[fromRow] = 0;
  for (;;) {
    let here: number | null = null;
    for (const point of open) {
      if ((cost[point] ?? 0) < (here === null ? Number.POSITIVE_INFINITY : (cost[here] ?? 0))) here = point;
    }
    if (here === null || here === prices.length + toColumn) break;
    open.delete(here);
    for (const there of open) {
      const [row, column] = here < prices.length ? [here, there - prices.length] : [there, here - prices.length];
      if (column < 0 || row >= prices.length || (row === fromRow && column === toColumn)) continue;
      const sum = (cost[here] ?? 0) + (prices[row]?.[column] ?? Number.POSITIVE_INFINITY);
      if (sum < (cost[there] ?? 0)) {
        cost[there] = sum;
        before.set(there, here);
      }
    }
  }
  if (!before.has(prices.length + toColumn)) return null;
  const taken: number[] = [];
  for (let point = prices.length + toColumn; before.has(point); point = before.get(point) ?? fromRow) {
    const former = before.get(point) ?? fromRow;
    if (former === last) taken.push(point - prices.length);
    if (point === last) taken.push(former - prices.length);
  }
  return taken;
}
