export { readSheet } from './read-sheet.ts';
export { SheetProblem, type SheetRow, SPOILT_CELL } from './sheet-row.ts';
export { amountCell, type Cell, csvHeading, csvLine, keptWhole, writeCsv, writeXlsx } from './write-sheet.ts';
