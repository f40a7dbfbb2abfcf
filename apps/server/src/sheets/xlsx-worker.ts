import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { Unzip, UnzipInflate } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import type { SheetRow } from './sheet-row.ts';

export type XlsxAnswer = { rows: SheetRow[] } | { end: true } | { problem: string };

const ROWS_PER_MESSAGE = 2_000;
/** Unpacked. A sheet of 100,000 people is some 60 MB. */
const MOST_UNPACKED_BYTES = 128 * 1024 * 1024;

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
  if (!isModest(bytes)) return '表格太大或已损坏，读不了。请重新保存，或分成几份';
  let sheet: readonly (readonly unknown[])[];
  try {
    sheet = await readSheet(Buffer.from(bytes), { parseNumber: (text) => new TypedNumber(text), trim: false });
  } catch {
    return '读不了这个表格。请另存为 .xlsx 或 .csv 再上传';
  }
  for (let at = 0; at < sheet.length; at += ROWS_PER_MESSAGE) {
    const part = sheet.slice(at, at + ROWS_PER_MESSAGE).map((cells, index) => asRow(cells, at + index + 1));
    await give(part);
  }
  return null;
}

/** Counts what comes out, whatever the file says about itself. */
function isModest(bytes: Uint8Array): boolean {
  let total = 0;
  let isWhole = true;
  const unzip = new Unzip((file) => {
    file.ondata = (error, piece) => {
      if (error) isWhole = false;
      else total += piece.length;
      if (total > MOST_UNPACKED_BYTES) file.terminate();
    };
    if (total <= MOST_UNPACKED_BYTES) file.start();
  });
  unzip.register(UnzipInflate);
  const step = 64 * 1024;
  try {
    for (let at = 0; at < bytes.length && total <= MOST_UNPACKED_BYTES; at += step) {
      unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length);
    }
  } catch {
    return false;
  }
  return isWhole && total <= MOST_UNPACKED_BYTES;
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
