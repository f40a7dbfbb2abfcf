import type { Core } from '../../core.ts';
import { type ConsoleHandlerTable, memberOf } from '../staff/index.ts';
import { auditLogExport } from './audit-log-export.ts';
import { type ExportKind, ExportProblem } from './export-kind.ts';
import { exportStore } from './export-store.ts';
import { LEASE_MS, makeFile, wasTakenOver } from './make-file.ts';
import {
  askTableExport,
  downloadTableExport,
  listTableExports,
  type TableExportDependencies,
} from './table-export-calls.ts';

export type { ExportKind } from './export-kind.ts';
export { tableExportApproval } from './table-export-calls.ts';

/** Lists that can be handed out: the audit log, and those of other topics. */
export function exportKinds(core: Core, more: readonly ExportKind[]): readonly ExportKind[] {
  return [auditLogExport(core), ...more];
}

/** The console's calls of this topic, by name. */
export function tableExportHandlers(deps: TableExportDependencies) {
  return {
    askTableExport: askTableExport(deps),
    listTableExports: listTableExports(deps),
    downloadTableExport: downloadTableExport(deps),
  } satisfies ConsoleHandlerTable;
}

/** Tries of one file before it is given up. */
const TRIES = 3;

/** Makes the files that were agreed to, one at a time on each server, and removes those whose time is over. */
export function tableExportJobs(core: Core, kinds: readonly ExportKind[]) {
  const store = exportStore(core);
  return [
    {
      name: 'table-exports',
      everyMs: 2_000,
      async run() {
        const row = await store.claim(LEASE_MS);
        if (row === null) return 0;
        const kind = kinds.find((one) => one.kind === row.kind);
        const by = await memberOf(core, row.asked_by);
        try {
          if (!kind || !by) throw new ExportProblem('申请人或者这种导出现在没有了');
          await makeFile(store, row, kind, by);
        } catch (problem) {
          if (wasTakenOver(problem)) return 1;
          if (problem instanceof ExportProblem) await store.giveUp(row, problem.message);
          else if (row.attempt >= TRIES) await store.giveUp(row, '系统出错，已经试了 3 次，请重新申请');
          if (!(problem instanceof ExportProblem)) core.log.error({ export: row.id, err: problem }, 'an export failed');
        }
        return 1;
      },
    },
    { name: 'old-exports', everyMs: 600_000, run: () => store.sweep() },
  ];
}
