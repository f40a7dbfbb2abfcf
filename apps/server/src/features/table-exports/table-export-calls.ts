import { Readable } from 'node:stream';
import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { EXPORT_STATUS_TABLE, holdsScope, mayStaff, seesEverything } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import { fail, ok } from '../../http/handler.ts';
import type { ApprovalKind, ConsoleHandler, StaffDependencies } from '../staff/index.ts';
import type { ExportFilter, ExportKind } from './export-kind.ts';
import { type ExportRow, type ExportStore, exportStore } from './export-store.ts';

const ASKED_MS = 3 * 24 * 3_600_000;
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

interface AskedExport {
  readonly kind: string;
  readonly format: 'csv' | 'xlsx';
  readonly subject: string;
  readonly filter: ExportFilter;
}

/** Lists leave the house as files only with a second person. */
export function tableExportApproval(core: Parameters<typeof exportStore>[0]): ApprovalKind<AskedExport> {
  const store = exportStore(core);
  return {
    ...{ kind: 'table-export', title: '导出', asks: 'export.ask', decides: 'export.approve', lastsMs: ASKED_MS },
    /** A file holds what whoever asked for it sees: it is agreed to by somebody who sees that too. */
    async within(_asked, { scope }, { askedBy }) {
      const asker = await askedBy();
      return asker !== null && holdsScope(scope, asker.scope);
    },
    run: (asked, { query, approvalId, askedBy }) => store.add(query, { ...asked, approvalId, askedBy: askedBy.id }),
  };
}

export type TableExportDependencies = StaffDependencies & { readonly exportKinds: readonly ExportKind[] };

export function askTableExport(deps: TableExportDependencies): ConsoleHandler<ConsoleCalls['askTableExport']> {
  const kind = tableExportApproval(deps);
  return async ({ kind: name, format, filter, reason }, request) => {
    const wanted = deps.exportKinds.find((one) => one.kind === name);
    if (!wanted) return fail('bad-input', '没有这种导出');
    if (!mayStaff(request.member.roles, wanted.view)) return fail('staff-may-not');
    if (wanted.forAll !== undefined && !seesEverything(request.member.scope)) return fail('staff-rule', wanted.forAll);
    const problem = wanted.problemOf(filter);
    if (problem !== null) return fail('bad-input', problem);
    const subject = `${wanted.title}（${wanted.describe(filter)}）`;
    const payload: AskedExport = { kind: name, format, subject, filter };
    const asked = await deps.database.transaction(async (query) => {
      const same = await deps.approvals.sameWaiting(query, kind, request.member, { subject, payload });
      if (same !== null) {
        await request.note({ subject, detail: `又发来一次，申请 ${same.id} 已在等` }, query);
        return same;
      }
      const id = await deps.approvals.ask(query, kind, { by: request.member, subject, reason, payload });
      await request.note({ subject, detail: `申请 ${id}，等第二人同意` }, query);
      return { id, reason };
    });
    if (asked.reason !== reason) {
      return fail('staff-rule', `同样的导出已经在等第二人同意（申请 ${asked.id}）。要换原因，先撤回那一个`);
    }
    return ok({ approvalNo: String(asked.id), status: 'waiting' as const });
  };
}

export function listTableExports(deps: TableExportDependencies): ConsoleHandler<ConsoleCalls['listTableExports']> {
  const store = exportStore(deps);
  return async (_, request) => {
    const rows = await store.listOf(request.member.id);
    return ok({ exports: rows.map((row) => viewOf(row, titleOf(deps, row), deps.clock.now())) });
  };
}

export function downloadTableExport(
  deps: TableExportDependencies,
): ConsoleHandler<ConsoleCalls['downloadTableExport']> {
  const store = exportStore(deps);
  return async ({ exportNo }, request) => {
    const row = await ownExport(store, exportNo, request.member.id);
    if (row === null) return fail('not-found', '没有这个导出');
    const wanted = deps.exportKinds.find((one) => one.kind === row.kind);
    if (!wanted || !mayStaff(request.member.roles, wanted.view)) return fail('staff-may-not');
    const status = statusAt(row, deps.clock.now());
    if (status !== 'ready') return fail('staff-rule', NOT_THERE[status]);
    await request.note({ subject: row.subject, detail: `导出 ${row.id}，${row.rows_done} 行` });
    return ok({
      bytes: Readable.from(store.bytesOf(row.id)),
      contentType: TYPES[row.format],
      fileName: `${wanted.title}-${beijingDateTime(row.approved_at).slice(0, 10)}-${row.id}.${row.format}`,
      disposition: 'attachment',
    });
  };
}

const NOT_THERE = {
  waiting: '文件还在排队，请等一会儿',
  making: '文件还在生成，请等一会儿',
  failed: '这个文件没有做成，请重新申请',
  gone: '文件只留 24 小时，已经删除，请重新申请',
} as const;

async function ownExport(store: ExportStore, exportNo: string, staffId: number): Promise<ExportRow | null> {
  const id = Number(exportNo);
  return id <= 2_147_483_647 ? store.find(id, staffId) : null;
}

/** A file whose time is over is gone, swept away or not. */
function statusAt(row: ExportRow, nowMs: number): ExportRow['status'] {
  return row.status === 'ready' && row.until !== null && row.until <= nowMs ? 'gone' : row.status;
}

const titleOf = ({ exportKinds }: TableExportDependencies, row: ExportRow) =>
  exportKinds.find(({ kind }) => kind === row.kind)?.title ?? row.kind;

function viewOf(row: ExportRow, title: string, nowMs: number) {
  const status = statusAt(row, nowMs);
  return {
    ...{ exportNo: String(row.id), title, subject: row.subject, format: row.format, status },
    statusLabel: statusEntryOf(EXPORT_STATUS_TABLE, status)?.label ?? status,
    ...{ rowsDone: row.rows_done, rowsTotal: row.rows_total, problem: row.problem },
    approvedAt: beijingDateTime(row.approved_at),
    until: row.until === null ? null : beijingDateTime(row.until),
  };
}
