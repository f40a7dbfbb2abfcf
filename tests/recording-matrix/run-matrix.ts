import { createRunningClock } from '../e2e/running-clock.ts';
import { openShop } from '../integration/shop.ts';
import { type Cell, type Limits, nameOf } from './cells.ts';
import { decide, type Undecided } from './decide.ts';
import { openLine } from './line.ts';
import { type Outcome, runCell } from './run-cell.ts';

export interface MatrixOptions {
  readonly cells: readonly Cell[];
  readonly seed: number;
  readonly limits: Limits;
  readonly leastMs?: number;
  done?(result: Outcome | Undecided): void;
  /** Something that is worth a line meanwhile. */
  say?(line: string): void;
  /** Whether to end before the next cell. */
  isOver?(): boolean;
}

/** Cells one after the other, each with a phone of its own, against one real server. */
export async function runMatrix(options: MatrixOptions): Promise<(Outcome | Undecided)[]> {
  const { cells, seed, limits, leastMs = 1_300, done, say, isOver } = options;
  const shop = await openShop({ clock: createRunningClock() });
  let state = seed;
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const line = await openLine(shop.origin, chance);
  const results: (Outcome | Undecided)[] = [];
  try {
    for (const cell of cells) {
      if (isOver?.()) break;
      const attempt = () => runCell(cell, { shop, line, limits, leastMs, chance });
      const result = await decide(cell, attempt, (reason) => say?.(`once more: ${nameOf(cell)}: ${reason}`));
      results.push(result);
      done?.(result);
    }
    return results;
  } finally {
    await line.close();
    await shop.close();
  }
}
