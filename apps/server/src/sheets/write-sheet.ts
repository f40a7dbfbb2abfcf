import { fenToYuanText } from '@huimin/domain/money';

/** An amount of money, written in yuan as a number that a table program can add up. */
export interface AmountCell {
  readonly fen: number;
}

/** A text, a number, or an amount; no other part of a file says how it is written. */
export type Cell = string | number | AmountCell;

/** An amount of a table; an empty cell where there is none, which is left out of a sum. */
export function amountCell(fen: number | null): Cell {
  return fen === null ? '' : { fen };
}

/** A table that is handed out: its heading, and rows of the same length. */
export interface SheetToWrite {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** An XLSX file in which everything but numbers and amounts is text, so that long numbers keep their end. */
export async function writeXlsx({ headings, rows }: SheetToWrite): Promise<Buffer> {
  const heading = headings.map((value) => ({ value, type: String, format: '@', fontWeight: 'bold' as const }));
  const body = rows.map((row) =>
    row.map((cell) => {
      if (typeof cell === 'string') return { value: cell, type: String, format: '@' };
      return typeof cell === 'number' ? { value: cell } : { value: cell.fen / 100, type: Number, format: '#,##0.00' };
    }),
  );
  const columns = headings.map((text) => ({ width: Math.max(12, text.length * 2 + 4) }));
  // Loaded for the first table: servers that only sell never write one.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile([heading, ...body], { columns, stickyRowsCount: 1 }).toBuffer();
}

/** A CSV file, whole. */
export function writeCsv({ headings, rows }: SheetToWrite): string {
  return csvHeading(headings) + rows.map(csvLine).join('');
}

/** How a CSV file begins that is written piece by piece: in UTF-8, with the mark by which table programs know it. */
export function csvHeading(headings: readonly string[]): string {
  return `\uFEFF${csvLine(headings)}`;
}

/** One line of a CSV file. Text that a table program would calculate is kept as text; amounts are plain decimals. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A long number for a CSV file that people open: of figures alone a table program keeps 15 and makes noughts of the rest. A tab
 * behind them makes it text, and is not seen. What another program takes in stays without.
 */
export function keptWhole(cell: Cell): Cell {
  return typeof cell === 'string' && /^\d{16,}$/.test(cell) ? `${cell}\t` : cell;
}

/** Table programs with Chinese input take the wide signs for the narrow ones. */
const CALCULATED = /^[=+\-@\t\r\n＝＋－＠]/;

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return typeof cell === 'number' ? String(cell) : fenToYuanText(cell.fen);
  const text = CALCULATED.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
