import { createRunningClock } from '../e2e/running-clock.ts';
import { openShop } from '../integration/shop.ts';
import type { Cell, Limits } from './cells.ts';
import { openLine } from './line.ts';
import { type Outcome, runCell } from './run-cell.ts';

export interface MatrixOptions {
  readonly cells: readonly Cell[];
  readonly seed: number;
  readonly limits: Limits;
  readonly leastMs?: number;
  done?(outcome: Outcome): void;
}

/** Cells one after the other, each with a phone of its own, against one real server. */
export async function runMatrix({ cells, seed, limits, leastMs = 1_300, done }: MatrixOptions): Promise<Outcome[]> {
  const shop = await openShop({ clock: createRunningClock() });
  let state = seed;
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const line = await openLine(shop.origin, chance);
  const outcomes: Outcome[] = [];
  try {
    for (const cell of cells) {
      const outcome = await runCell(cell, { shop, line, limits, leastMs, chance });
      outcomes.push(outcome);
      done?.(outcome);
    }
    return outcomes;
  } finally {
    await line.close();
    await shop.close();
  }
}
