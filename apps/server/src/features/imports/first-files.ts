import { createHash } from 'node:crypto';
import type { Core } from '../../core.ts';
import { importStore } from './import-store.ts';

export interface FirstFile {
  readonly kind: string;
  readonly fileName: string;
  readonly day: string;
  readonly bytes: Buffer;
  readonly givenBy: string;
  /** It counts already, by another way, with so many rows; otherwise it is read as one that somebody gave. */
  readonly liveRows: number | null;
}

/** Puts files among the imports where there is none yet. */
export async function giveFirstFiles(core: Core, files: readonly FirstFile[]): Promise<void> {
  const { query, transaction } = core.database;
  if ((await query('select 1 as found from imports limit 1')).length > 0) return;
  const store = importStore(core);
  await transaction(async (inside) => {
    for (const { kind, fileName, day, bytes, givenBy, liveRows } of files) {
      const now = new Date(core.clock.now());
      const [row] = await inside<{ id: number }>(
        `insert into imports (kind, options, name_sealed, given_by, given_at, sha256, size_bytes, pieces, status,
           rows_total, rows_read, rows_good, rows_live, rows_added, read_at, live_at)
         select $1, $2, $3, s.id, $4::timestamptz, $5, $6, 1, case when $7::integer is null then 'waiting' else 'done' end,
           $7::integer, coalesce($7::integer, 0), coalesce($7::integer, 0), coalesce($7::integer, 0), coalesce($7::integer, 0),
           case when $7::integer is not null then $4::timestamptz end, case when $7::integer is not null then $4::timestamptz end
         from staff_accounts s where s.account = $8 returning id`,
        [
          ...[kind, JSON.stringify({ day }), store.sealName(fileName), now],
          ...[createHash('sha256').update(bytes).digest('hex'), bytes.length, liveRows, givenBy],
        ],
      );
      if (row && liveRows === null) await store.addPiece(inside, row.id, 1, 0, bytes);
    }
  });
}
