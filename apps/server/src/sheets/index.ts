export { readSheet } from './read-sheet.ts';
export { SheetProblem, type SheetRow } from './sheet-row.ts';
export { writeCsv, writeXlsx } from './write-sheet.ts';
