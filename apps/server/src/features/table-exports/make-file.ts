import { type Cell, csvHeading, csvLine, keptWhole, writeXlsx } from '../../sheets/index.ts';
import type { StaffMember } from '../staff/index.ts';
import { type ExportKind, ExportProblem } from './export-kind.ts';
import type { ExportRow, ExportStore } from './export-store.ts';

/** How long a maker may be silent before another begins again. */
export const LEASE_MS = 60_000;
/** How long a file can be fetched. */
const KEPT_MS = 24 * 3_600_000;
const PART_BYTES = 1 << 20;
/** A table of a table program is put together in memory. */
export const XLSX_ROWS = 100_000;
export const CSV_ROWS = 1_000_000;

/** Another program has taken this export over. */
class TakenOver extends Error {}

/** Writes one export's file, piece by piece, saying how far it is after every page. */
export async function makeFile(store: ExportStore, row: ExportRow, kind: ExportKind, by: StaffMember): Promise<void> {
  const filter = store.filterOf(row);
  const limit = row.format === 'xlsx' ? XLSX_ROWS : CSV_ROWS;
  const total = await kind.count(filter, by);
  if (total !== null && total > limit) throw tooMany(row.format, limit);
  mine(await store.setTotal(row, total));
  const headings = typeof kind.headings === 'function' ? await kind.headings(filter, by) : kind.headings;
  const writer = row.format === 'csv' ? csvWriter(store, row, headings) : xlsxWriter(store, row, headings);
  let done = 0;
  for await (const page of kind.pages(filter, by)) {
    done += page.length;
    if (done > limit) throw tooMany(row.format, limit);
    await writer.add(page);
    mine(await store.keepAlive(row, done, LEASE_MS));
  }
  await writer.end();
  mine(await store.finish(row, done, KEPT_MS));
}

export const wasTakenOver = (problem: unknown): boolean => problem instanceof TakenOver;

function mine(still: boolean): void {
  if (!still) throw new TakenOver();
}

function tooMany(format: 'csv' | 'xlsx', limit: number): ExportProblem {
  const other = format === 'xlsx' ? '请改用 CSV，或者缩小范围' : '请缩小范围，分几次导出';
  return new ExportProblem(`超过 ${limit.toLocaleString('zh-CN')} 行，${other}`);
}

function partWriter(store: ExportStore, row: ExportRow) {
  let part = 0;
  return async (bytes: Buffer) => mine(await store.addPart(row, part++, bytes));
}

function csvWriter(store: ExportStore, row: ExportRow, headings: readonly string[]) {
  const write = partWriter(store, row);
  let text = csvHeading(headings);
  return {
    async add(page: readonly (readonly Cell[])[]) {
      text += page.map((cells) => csvLine(cells.map(keptWhole))).join('');
      if (text.length < PART_BYTES) return;
      await write(Buffer.from(text));
      text = '';
    },
    end: async () => {
      if (text !== '') await write(Buffer.from(text));
    },
  };
}

function xlsxWriter(store: ExportStore, row: ExportRow, headings: readonly string[]) {
  const write = partWriter(store, row);
  const rows: (readonly Cell[])[] = [];
  return {
    async add(page: readonly (readonly Cell[])[]) {
      rows.push(...page);
    },
    async end() {
      const bytes = await writeXlsx({ headings, rows });
      for (let from = 0; from < bytes.length; from += PART_BYTES) {
        await write(bytes.subarray(from, from + PART_BYTES));
      }
    },
  };
}
