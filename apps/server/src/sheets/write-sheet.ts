/** A table that is handed out: its heading, and rows of the same length. */
export interface SheetToWrite {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** An XLSX file in which everything but numbers is text, so that long numbers keep their end. */
export async function writeXlsx({ headings, rows }: SheetToWrite): Promise<Buffer> {
  const heading = headings.map((value) => ({ value, type: String, format: '@', fontWeight: 'bold' as const }));
  const body = rows.map((row) =>
    row.map((value) => (typeof value === 'number' ? { value } : { value, type: String, format: '@' })),
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

/** One line of a CSV file. Text that a table program would calculate is kept as text; amounts stay numbers. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  const isCalculated = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) && !/^-?\d+\.\d\d$/.test(value);
  const text = isCalculated ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
