export { readSheet } from './read-sheet.ts';
export { SheetProblem, type SheetRow, SPOILT_CELL } from './sheet-row.ts';
export { writeCsv, writeXlsx } from './write-sheet.ts';
