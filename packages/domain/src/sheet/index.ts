export { type CellProblem, cellProblems, firstProblem, isShortText } from './check-cells.ts';
export { CsvProblem, type CsvRow, csvReader } from './csv-rows.ts';
export { cellOf, type FoundColumns, findColumns, type WantedColumn } from './find-columns.ts';
