export { type Block, blocksOf, type DayCount } from './blocks.ts';
export { DAY_CLOSES_AFTER_MS, isKnownLate } from './closed-days.ts';
export { hiddenRows, hiddenSums, SMALLEST_CELL } from './small-cells.ts';
