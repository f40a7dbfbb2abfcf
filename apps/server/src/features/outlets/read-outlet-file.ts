import { checkOutletRow, OUTLET_HEADINGS, type Outlet, outletCells, outletColumns } from '@huimin/domain/outlet';
import { readSheet, SheetProblem, SPOILT_CELL, writeCsv } from '../../sheets/index.ts';

/** Of a file, and of the list in it. */
export const OUTLET_FILE_LIMITS = { maxBytes: 4 * 1024 * 1024, maxRows: 20_000 };
/** More than these nobody puts right in one go. */
const MOST_FAULTS = 1_000;

/** What is wrong with one cell. */
export interface OutletFault {
  readonly line: number;
  /** Heading of the column; '' for the whole line. */
  readonly column: string;
  readonly message: string;
}

export type ReadOutlets =
  | { readonly ok: true; readonly outlets: readonly Outlet[] }
  | { readonly ok: false; readonly message: string; readonly faults: readonly OutletFault[] };

/** The outlets of a file, or everything that is wrong with it. */
export async function readOutletFile(bytes: Uint8Array): Promise<ReadOutlets> {
  try {
    return await read(bytes);
  } catch (error) {
    if (error instanceof SheetProblem) return { ok: false, message: error.message, faults: [] };
    throw error;
  }
}

async function read(bytes: Uint8Array): Promise<ReadOutlets> {
  const outlets: Outlet[] = [];
  const faults: OutletFault[] = [];
  const lineByCode = new Map<string, number>();
  let columns: Exclude<ReturnType<typeof outletColumns>, string> | null = null;
  for await (const { line, cells, spoilt } of readSheet(bytes, OUTLET_FILE_LIMITS)) {
    if (columns === null) {
      const found = outletColumns(cells);
      if (typeof found === 'string') return { ok: false, message: found, faults: [] };
      columns = found;
      continue;
    }
    const places = columns;
    const checked = checkOutletRow((column) => {
      const at = places.get(column);
      return at === undefined ? '' : (cells[at] ?? '');
    });
    const lost = [...places].flatMap(([column, at]) => (spoilt.includes(at) ? [column] : []));
    for (const column of lost) faults.push({ line, column: OUTLET_HEADINGS[column], message: SPOILT_CELL });
    if (checked.ok) {
      const before = lineByCode.get(checked.outlet.code);
      if (before === undefined) outlets.push(checked.outlet);
      else faults.push({ line, column: OUTLET_HEADINGS.code, message: `网点编号和第 ${before} 行重复` });
      lineByCode.set(checked.outlet.code, before ?? line);
    } else {
      for (const { column, message } of checked.problems) {
        if (!lost.includes(column)) faults.push({ line, column: OUTLET_HEADINGS[column], message });
      }
    }
    if (faults.length >= MOST_FAULTS) break;
  }
  if (faults.length > 0) return { ok: false, message: `有 ${faults.length} 处不对，没有采用这份文件`, faults };
  if (outlets.length === 0) return { ok: false, message: '文件里没有网点', faults: [] };
  return { ok: true, outlets };
}

/** A list as a file that can be changed and given again. */
export function outletsFile(outlets: readonly Outlet[]): string {
  return writeCsv({ headings: Object.values(OUTLET_HEADINGS), rows: outlets.map(outletCells) });
}
