import type { BeijingDay } from '../date/index.ts';
import { SMALLEST_CELL } from './small-cells.ts';

export interface DayCount {
  readonly day: BeijingDay;
  readonly count: number;
}

/** Days that are counted together, in their order. */
export interface Block {
  readonly days: readonly BeijingDay[];
  /** The day on which it was full, to whose month it belongs. */
  readonly until: BeijingDay;
}

/**
 * Puts days together until each block holds ten at least, or as many as told. A block never changes when days follow, so what was shown of it
 * stays as it is; days at the end that are too few yet are in none.
 */
export function blocksOf(days: readonly DayCount[], least = SMALLEST_CELL): Block[] {
  const blocks: Block[] = [];
  let open: BeijingDay[] = [];
  let sum = 0;
  for (const { day, count } of days) {
    if (count === 0) continue;
    open.push(day);
    sum += count;
    if (sum < least) continue;
    blocks.push({ days: open, until: day });
    open = [];
    sum = 0;
  }
  return blocks;
}
