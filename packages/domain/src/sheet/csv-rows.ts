/** One line of a CSV file: its cells, and the number of the line in which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** No line of a file of ours comes near this; an open quotation mark must not swallow the rest of a file. */
const LONGEST_ROW = 8_192;

export class CsvProblem extends Error {}

/**
 * Reads CSV piece by piece (RFC 4180; LF or CRLF): what it holds is never more than one row. Empty lines are left out.
 * Throws CsvProblem for a row without end.
 */
export function csvReader(): { push(text: string): CsvRow[]; end(): CsvRow[] } {
  let cells: string[] = [];
  let cell = '';
  let length = 0;
  let line = 1;
  let begun = 1;
  // outside a cell with marks, in one, or behind a mark in one: its end, or the first of two
  let place: 'plain' | 'quoted' | 'mark' = 'plain';

  function endRow(rows: CsvRow[]): void {
    const isEmpty = cells.length === 0 && cell === '';
    if (!isEmpty) rows.push({ line: begun, cells: [...cells, cell] });
    cells = [];
    cell = '';
    length = 0;
  }

  function take(character: string, rows: CsvRow[]): void {
    if (place === 'quoted') {
      if (character === '"') place = 'mark';
      else cell += character;
    } else if (character === '"' && (place === 'mark' || cell === '')) {
      if (place === 'mark') cell += character;
      place = 'quoted';
    } else if (character === ',') {
      cells.push(cell);
      cell = '';
      place = 'plain';
    } else if (character === '\n') {
      endRow(rows);
      place = 'plain';
    } else if (character !== '\r') {
      cell += character;
      place = 'plain';
    }
  }

  return {
    push(text) {
      const rows: CsvRow[] = [];
      for (const character of text) {
        length += 1;
        if (length > LONGEST_ROW) throw new CsvProblem(`第 ${begun} 行太长，或者少了一个引号`);
        take(character, rows);
        if (character === '\n') line += 1;
        if (length === 0) begun = line;
      }
      return rows;
    },
    end() {
      if (place === 'quoted') throw new CsvProblem(`第 ${begun} 行少了一个引号`);
      const rows: CsvRow[] = [];
      endRow(rows);
      return rows;
    },
  };
}
