export { type Block, blocksOf, type DayCount } from './blocks.ts';
export { hiddenRows, hiddenSums, SMALLEST_CELL } from './small-cells.ts';
