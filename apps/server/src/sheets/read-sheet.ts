import { setImmediate as breath } from 'node:timers/promises';
import { CsvProblem, csvReader } from '@huimin/domain/sheet';
import { readXlsx } from './read-xlsx.ts';
import { type SheetLimits, SheetProblem, type SheetRow } from './sheet-row.ts';

/** Read at a time, so that others are served in between. */
const PIECE_BYTES = 256 * 1024;
const ZIP_MARK = Buffer.from('PK\u0003\u0004');
/** Begins the older .xls, and an .xlsx with a password. */
const OLE_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * The rows of a CSV file (UTF-8 or GB18030) or of the first sheet of an XLSX file, the heading included, told apart by
 * what the file holds. Throws SheetProblem when it is neither, or too large.
 */
export async function* readSheet(bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow> {
  if (bytes.length === 0) throw new SheetProblem('文件是空的');
  if (bytes.length > limits.maxBytes) {
    throw new SheetProblem(`文件超过 ${Math.floor(limits.maxBytes / 1024 / 1024)} MB，请分成几份`);
  }
  const begins = (mark: Buffer): boolean => mark.equals(bytes.subarray(0, mark.length));
  if (begins(OLE_MARK)) throw new SheetProblem('读不了旧版 .xls 或加了密码的表格，请另存为没有密码的 .xlsx 或 .csv');
  let count = 0;
  for await (const row of begins(ZIP_MARK) ? readXlsx(bytes) : readCsv(bytes)) {
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    // The heading is not one of them.
    if (count > limits.maxRows) throw new SheetProblem(`文件超过 ${limits.maxRows} 行，请分成几份`);
    count += 1;
    yield row;
  }
  if (count === 0) throw new SheetProblem('文件是空的');
}

async function* readCsv(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const encoding = encodingOf(bytes);
  const decoder = new TextDecoder(encoding);
  const reader = csvReader();
  const asRow = ({ line, cells }: { line: number; cells: readonly string[] }): SheetRow => ({
    line,
    cells,
    spoilt: cells.flatMap((cell, place) => (isSpoilt(cell) ? [place] : [])),
  });
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
      yield* reader.push(text).map(asRow);
      await breath();
    }
    yield* reader.push(decoder.decode()).map(asRow);
    yield* reader.end().map(asRow);
  } catch (error) {
    throw error instanceof CsvProblem ? new SheetProblem(error.message) : error;
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'gb18030' {
  if (bytes.includes(0)) throw new SheetProblem('这不是 CSV 或 XLSX 文件');
  for (const encoding of ['utf-8', 'gb18030'] as const) {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return encoding;
    } catch {
      // Not this one.
    }
  }
  throw new SheetProblem('文件不是 UTF-8 或 GB18030 编码的文本，请另存为 CSV UTF-8');
}

/** A number of 18 digits that a table program took for an amount: 3.20102E+17. */
function isSpoilt(cell: string): boolean {
  return /^\s*\d(\.\d+)?E\+?1[5-9]\s*$/i.test(cell);
}
