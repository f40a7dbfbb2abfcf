export { type Block, blocksOf, type DayCount } from './blocks.ts';
export { DAY_CLOSES_AFTER_MS, isKnownLate, STILL_WRITTEN_MS } from './closed-days.ts';
export { hiddenRows, hiddenSums, SMALLEST_CELL } from './small-cells.ts';
