import type { Query } from '../../db/database.ts';
import { SheetProblem } from '../../sheets/index.ts';
import type { Doing, ImportKind, Made, RowKind, WholeKind } from './import-kind.ts';
import { holdOwn, type ImportRow, type ImportStore, keepProblems } from './import-store.ts';
import type { ImportsCore } from './imports-deps.ts';
import { giverOf, ROWS_PER_BATCH } from './read-file.ts';
import { compareWhole, rowsOf } from './whole-list.ts';

/** Lets the rows of an import count, which another person has agreed to. */
export async function goLive(deps: ImportsCore, store: ImportStore, row: ImportRow, kind: ImportKind): Promise<void> {
  const { name, account } = await giverOf(deps, row);
  const doing = (query: Query): Doing => ({
    query,
    options: row.options,
    by: `${name}（${account}）`,
    nowMs: deps.clock.now(),
  });
  if (kind.isWhole) await replaceList(deps, store, row, kind, doing);
  else while (await takeSome(deps, store, row, kind, doing));
}

/** A list counts as a whole. Where another has taken the place of what it was compared with, it is compared anew. */
async function replaceList(
  { database, clock }: ImportsCore,
  store: ImportStore,
  row: ImportRow,
  kind: WholeKind<unknown>,
  doing: (query: Query) => Doing,
): Promise<void> {
  await database.transaction(async (query) => {
    const now = await holdOwn(query, row, clock.now());
    const before = (await kind.live(query, row.options)).version;
    const { unfit } = before === now.made?.base ? { unfit: 0 } : await compareWhole(store, query, now, kind);
    if (before !== now.made?.base || unfit > 0) {
      await query(
        `update imports set status = 'read', lease_until = null, approval_id = null, rows_good = rows_good - $3,
           rows_bad = rows_bad + $3, problem = $2 where id = $1`,
        [row.id, '检查以后有人换了一版，差别已经重新算过，请再看一遍、重新申请', unfit],
      );
      return;
    }
    const rows = await rowsOf(store, query, row.id);
    const file = { sha256: row.sha256, fileName: store.nameOf(row) };
    const version = await kind.publish(
      doing(query),
      file,
      rows.map(({ value }) => value),
    );
    const made: Made = { base: before, version };
    await query(
      `update imports set status = 'done', live_at = $2, lease_until = null, rows_live = rows_good, made = $3, problem = ''
       where id = $1`,
      [row.id, new Date(clock.now()), JSON.stringify(made)],
    );
    await query('delete from import_rows where import_id = $1', [row.id]);
  });
}

/** Lets some units count; a row goes in the transaction in which it counts. Answers whether there may be more. */
async function takeSome(
  { database, clock }: ImportsCore,
  store: ImportStore,
  row: ImportRow,
  kind: RowKind<unknown>,
  doing: (query: Query) => Doing,
): Promise<boolean> {
  return database.transaction(async (query) => {
    const now = await holdOwn(query, row, clock.now());
    const made = now.made ?? (await kind.begin(doing(query), { sha256: row.sha256, sizeBytes: row.size_bytes }));
    if (typeof made === 'string') throw new SheetProblem(made);
    const taken = await takeUnits(query, row.id);
    const refused = await kind.take(
      doing(query),
      made,
      taken.map((one) => store.openRow(one)),
    );
    await keepProblems(query, row.id, refused);
    const isEnd = taken.length === 0;
    await query(
      `update imports set made = $2, rows_live = rows_live + $3, rows_good = rows_good - $4, rows_bad = rows_bad + $4,
         status = case when $5 then 'done' else status end, live_at = case when $5 then $6 else live_at end,
         lease_until = case when $5 then null else lease_until end, problem = case when $5 then '' else problem end
       where id = $1`,
      [row.id, JSON.stringify(made), taken.length - refused.length, refused.length, isEnd, new Date(clock.now())],
    );
    return !isEnd;
  });
}

/** The next rows, whole units only, taken out. */
async function takeUnits(query: Query, id: number): Promise<{ line: number; row_sealed: Buffer }[]> {
  const next = await query<{ unit: string }>(
    'select unit from import_rows where import_id = $1 order by unit, line limit $2',
    [id, ROWS_PER_BATCH],
  );
  const last = next.at(-1)?.unit;
  if (last === undefined) return [];
  const rows = await query<{ line: number; row_sealed: Buffer }>(
    'delete from import_rows where import_id = $1 and unit <= $2 returning line, row_sealed',
    [id, last],
  );
  return rows.sort((a, b) => a.line - b.line);
}
