import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import type { SheetRow } from './sheet-row.ts';

export type XlsxAnswer = { rows: SheetRow[] } | { end: true } | { problem: string };

const ROWS_PER_MESSAGE = 2_000;
/** Unpacked. A sheet of 100,000 people is some 60 MB. */
const MOST_UNPACKED_BYTES = 128 * 1024 * 1024;
/** Sheets, styles and what leads from one to the other. */
const MOST_PARTS = 1_000;

/** Told from text: a number of 18 digits has kept all of them as text only. */
class TypedNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The thread in which one XLSX file is read. */
const port = parentPort;
if (port) {
  const problem = await read(workerData as Uint8Array, async (rows) => {
    port.postMessage({ rows } satisfies XlsxAnswer);
    await once(port, 'message');
  });
  port.postMessage((problem === null ? { end: true } : { problem }) satisfies XlsxAnswer);
}

async function read(bytes: Uint8Array, give: (rows: SheetRow[]) => Promise<void>): Promise<string | null> {
  const table = plainly(bytes);
  if (table === null) return '表格太大或已损坏，读不了。请重新保存，或分成几份';
  let sheet: readonly (readonly unknown[])[];
  try {
    sheet = await readSheet(table, { parseNumber: (text) => new TypedNumber(text), trim: false });
  } catch {
    return '读不了这个表格。请另存为 .xlsx 或 .csv 再上传';
  }
  for (let at = 0; at < sheet.length; at += ROWS_PER_MESSAGE) {
    const part = sheet.slice(at, at + ROWS_PER_MESSAGE).map((cells, index) => asRow(cells, at + index + 1));
    await give(part);
  }
  return null;
}

/**
 * The parts of a file that its list of contents names, packed anew; null where they are damaged or come to more than a
 * table. The reader of tables goes through a file from its beginning and makes room for whatever a part says of itself,
 * so it is given only what was unpacked here, where no part takes more room than the list was counted to have.
 */
function plainly(bytes: Uint8Array): Buffer | null {
  let total = 0;
  let parts = 0;
  const isWanted = ({ name, compression, size, originalSize }: UnzipFileInfo) => {
    if (!/\.xml(?:\.rels)?$/.test(name)) return false;
    total += compression === 0 ? size : originalSize;
    parts += 1;
    if (total > MOST_UNPACKED_BYTES || parts > MOST_PARTS) throw new RangeError('more than a table');
    return true;
  };
  try {
    return Buffer.from(zipSync(unzipSync(bytes, { filter: isWanted }), { level: 0 }));
  } catch {
    return null;
  }
}

function asRow(cells: readonly unknown[], line: number): SheetRow {
  const spoilt = cells.flatMap((cell, place) => (isLongNumber(cell) ? [place] : []));
  return { line, cells: cells.map(asText), spoilt };
}

/** Such a file keeps 15 digits of a number; what was typed behind them is lost. */
function isLongNumber(cell: unknown): boolean {
  return cell instanceof TypedNumber && Math.abs(Number(cell.text)) >= 1e15;
}

function asText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (cell instanceof TypedNumber) return String(Number(Number(cell.text).toPrecision(15)));
  return String(cell);
}
