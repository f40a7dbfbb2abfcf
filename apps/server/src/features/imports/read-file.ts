import { createHash } from 'node:crypto';
import { readSheet, SheetProblem, type SheetRow } from '../../sheets/index.ts';
import { memberOf, type StaffMember } from '../staff/index.ts';
import type { ImportKind, RowReader } from './import-kind.ts';
import { holdOwn, type ImportRow, type ImportStore } from './import-store.ts';
import type { ImportsCore } from './imports-deps.ts';
import { writeRows } from './read-rows.ts';
import { compareWhole } from './whole-list.ts';

export const ROWS_PER_BATCH = 1_000;

/** Reads a file row by row, some at a time, behind the last row that is written down. */
export async function readFile(deps: ImportsCore, store: ImportStore, row: ImportRow, kind: ImportKind): Promise<void> {
  const { database, clock } = deps;
  const bytes = await store.bytesOf(row.id, 1);
  if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) {
    throw new SheetProblem('文件没有传完整，请重新上传');
  }
  if (!kind.isWhole) {
    const refusal = await kind.refusal(database.query, row.sha256);
    if (refusal !== null) throw new SheetProblem(refusal);
  }
  const giver = await giverOf(deps, row);
  const reader = await kind.open(database.query, row.options, giver);
  const rows = readSheet(bytes, kind);
  try {
    const wrong = reader.columns(((await rows.next()).value as SheetRow).cells);
    if (wrong !== null) throw new SheetProblem(wrong);
    if (row.rows_total === null) await count(deps, row, kind, bytes);
    let held: SheetRow[] = [];
    for await (const one of rows) {
      if (one.line <= row.cursor_line || held.push(one) < ROWS_PER_BATCH) continue;
      await writeBatch(deps, store, row, kind, reader, held);
      held = [];
    }
    if (held.length > 0) await writeBatch(deps, store, row, kind, reader, held);
  } finally {
    await rows.return(undefined);
  }
  await database.transaction(async (query) => {
    const now = await holdOwn(query, row, clock.now());
    if (now.rows_read === 0) throw new SheetProblem('只有表头，没有内容');
    const found = kind.isWhole ? await compareWhole(store, query, now, kind) : null;
    await query(
      `update imports set status = 'read', read_at = $2, lease_until = null, rows_total = rows_read,
         rows_good = rows_good - $3, rows_bad = rows_bad + $3 where id = $1`,
      [row.id, new Date(clock.now()), found?.unfit ?? 0],
    );
    await query('delete from import_pieces where import_id = $1', [row.id]);
  });
}

/** Who gave it, as long as they still work here. */
export async function giverOf(deps: ImportsCore, row: ImportRow): Promise<StaffMember> {
  const giver = await memberOf(deps, row.given_by);
  if (!giver) throw new SheetProblem('导入人现在没有了，请换人重新上传');
  return giver;
}

/** How many rows there will be, for whoever waits. */
async function count({ database, clock }: ImportsCore, row: ImportRow, kind: ImportKind, bytes: Buffer): Promise<void> {
  let total = -1;
  for await (const _ of readSheet(bytes, kind)) total += 1;
  await database.transaction(async (query) => {
    await holdOwn(query, row, clock.now());
    await query('update imports set rows_total = $2, began_at = $3 where id = $1', [
      row.id,
      total,
      new Date(clock.now()),
    ]);
  });
}

async function writeBatch(
  { database, clock }: ImportsCore,
  store: ImportStore,
  row: ImportRow,
  kind: ImportKind,
  reader: RowReader<unknown>,
  rows: readonly SheetRow[],
): Promise<void> {
  await database.transaction(async (query) => {
    const now = await holdOwn(query, row, clock.now());
    const { good, bad, added, changed } = await writeRows(store, query, now, kind, reader, rows);
    await query(
      `update imports set cursor_line = $2, rows_read = rows_read + $3, rows_good = rows_good + $4,
         rows_bad = rows_bad + $5, rows_added = rows_added + $6, rows_changed = rows_changed + $7 where id = $1`,
      [row.id, rows.at(-1)?.line, rows.length, good, bad, added, changed],
    );
  });
}
