import type { ExportStatus } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { ExportFilter } from './export-kind.ts';

const FILTER_SEAL = 'staff-export-filter';
const FILE_SEAL = 'staff-export';

export interface ExportRow {
  id: number;
  approval_id: number;
  asked_by: number;
  kind: string;
  format: 'csv' | 'xlsx';
  subject: string;
  filter_sealed: Buffer;
  status: ExportStatus;
  attempt: number;
  rows_done: number;
  rows_total: number | null;
  problem: string;
  approved_at: number;
  until: number | null;
}

export interface NewExport {
  readonly approvalId: number;
  readonly askedBy: number;
  readonly kind: string;
  readonly format: 'csv' | 'xlsx';
  readonly subject: string;
  readonly filter: ExportFilter;
}

type StoreCore = Pick<Core, 'database' | 'vault' | 'clock'>;

/** Where exports and their files lie; the bytes are sealed. */
export function exportStore({ database, vault, clock }: StoreCore) {
  const { query } = database;
  const at = (ms: number) => new Date(ms);

  /** True while this attempt is the one that counts; false when another took over, or the time of the file is over. */
  const whileMine = async (row: ExportRow, sql: string, values: unknown[], inside: Query = query) =>
    (
      await inside(
        `update staff_exports set ${sql} where id = $1 and attempt = $2 and status = 'making' returning 1 as ok`,
        [row.id, row.attempt, ...values],
      )
    ).length === 1;

  return {
    async add(inside: Query, one: NewExport): Promise<void> {
      await inside(
        `insert into staff_exports (approval_id, asked_by, kind, format, subject, filter_sealed, status, approved_at)
         values ($1, $2, $3, $4, $5, $6, 'waiting', $7)`,
        [
          one.approvalId,
          one.askedBy,
          one.kind,
          one.format,
          one.subject,
          vault.sealJson(FILTER_SEAL, one.filter),
          at(clock.now()),
        ],
      );
    },

    filterOf: (row: ExportRow): ExportFilter => vault.openJson(FILTER_SEAL, row.filter_sealed),

    listOf: (staffId: number): Promise<ExportRow[]> =>
      query<ExportRow>(`select * from staff_exports where asked_by = $1 order by id desc limit 50`, [staffId]),

    async find(id: number, staffId: number): Promise<ExportRow | null> {
      const rows = await query<ExportRow>(`select * from staff_exports where id = $1 and asked_by = $2`, [id, staffId]);
      return rows[0] ?? null;
    },

    /** The next one to be made, or one whose maker fell silent, from its beginning. */
    async claim(leaseMs: number): Promise<ExportRow | null> {
      const nowMs = clock.now();
      return database.transaction(async (inside) => {
        const [row] = await inside<ExportRow>(
          `update staff_exports set status = 'making', attempt = attempt + 1, lease_until = $2, rows_done = 0
           where id = (
             select id from staff_exports
             where status = 'waiting' or (status = 'making' and lease_until <= $1)
             order by id limit 1 for update skip locked)
           returning *`,
          [at(nowMs), at(nowMs + leaseMs)],
        );
        if (row) await inside(`delete from staff_export_parts where export_id = $1`, [row.id]);
        return row ?? null;
      });
    },

    keepAlive: (row: ExportRow, rowsDone: number, leaseMs: number) =>
      whileMine(row, `rows_done = $3, lease_until = $4`, [rowsDone, at(clock.now() + leaseMs)]),

    setTotal: (row: ExportRow, rowsTotal: number | null) => whileMine(row, `rows_total = $3`, [rowsTotal]),

    /** Writes one piece, in the transaction that makes sure that nobody else took over. */
    addPart: (row: ExportRow, part: number, bytes: Buffer) =>
      database.transaction(async (inside) => {
        const mine = await whileMine(row, `attempt = attempt`, [], inside);
        if (mine) {
          await inside(`insert into staff_export_parts (export_id, part, bytes_sealed) values ($1, $2, $3)`, [
            row.id,
            part,
            vault.sealBytes(FILE_SEAL, bytes),
          ]);
        }
        return mine;
      }),

    finish: (row: ExportRow, rowsDone: number, keptMs: number) =>
      whileMine(row, `status = 'ready', rows_done = $3, rows_total = $3, until = $4, lease_until = null`, [
        rowsDone,
        at(clock.now() + keptMs),
      ]),

    giveUp: (row: ExportRow, problem: string) =>
      database.transaction(async (inside) => {
        const mine = await whileMine(row, `status = 'failed', problem = $3, lease_until = null`, [problem], inside);
        if (mine) await inside(`delete from staff_export_parts where export_id = $1`, [row.id]);
        return mine;
      }),

    async *bytesOf(exportId: number): AsyncGenerator<Buffer> {
      for (let part = 0; ; part++) {
        const [row] = await query<{ bytes_sealed: Buffer }>(
          `select bytes_sealed from staff_export_parts where export_id = $1 and part = $2`,
          [exportId, part],
        );
        if (!row) return;
        yield vault.openBytes(FILE_SEAL, row.bytes_sealed);
      }
    },

    /** Files whose time is over. Answers how many went. */
    async sweep(): Promise<number> {
      const nowMs = clock.now();
      return database.transaction(async (inside) => {
        const gone = await inside<{ id: number }>(
          `update staff_exports set status = 'gone' where status = 'ready' and until <= $1 returning id`,
          [at(nowMs)],
        );
        if (gone.length > 0) {
          await inside(`delete from staff_export_parts where export_id = any($1::integer[])`, [
            gone.map(({ id }) => id),
          ]);
        }
        return gone.length;
      });
    },
  };
}

export type ExportStore = ReturnType<typeof exportStore>;
