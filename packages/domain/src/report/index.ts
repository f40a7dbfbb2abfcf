export { type Block, blocksOf, type DayCount } from './blocks.ts';
export { hiddenInRow, hiddenSums, SMALLEST_CELL } from './small-cells.ts';
