export { readSheet } from './read-sheet.ts';
export type { SheetRow } from './sheet-row.ts';
export { SheetProblem } from './sheet-row.ts';
export { writeCsv, writeXlsx } from './write-sheet.ts';
