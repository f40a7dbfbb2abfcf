import type { ConsoleCalls } from '@huimin/contract/console';
import type { Query } from '../../db/database.ts';
import { type ConsoleHandler, type ConsoleRequest, NotPossible } from '../staff/index.ts';
import { changed } from './give-file.ts';
import { APPROVAL_KINDS, LIVE_KIND, subjectOf, UNDO_KIND } from './import-approvals.ts';
import type { ImportRow } from './import-store.ts';
import { forWhat } from './import-view.ts';
import type { ImportsDependencies } from './imports-deps.ts';

export function askImport(deps: ImportsDependencies): ConsoleHandler<ConsoleCalls['askImport']> {
  return async ({ importNo, reason }, request) =>
    changed(deps, importNo, request, async (query, row) => {
      const kind = deps.kinds.find((one) => one.kind === row.kind);
      if (!kind || row.status !== 'read') throw new NotPossible('staff-rule', '这次导入现在没有要生效的行');
      if (row.rows_good <= row.rows_live) throw new NotPossible('staff-rule', '没有一行是对的，请先续传改好的行');
      if (kind.isWhole && row.rows_bad > 0) {
        throw new NotPossible('staff-rule', `还有 ${row.rows_bad} 行不对。${kind.title}整份替换，要全部改好才能生效`);
      }
      return ask(deps, query, row, LIVE_KIND, reason, request, wordsOfLife(deps, row, kind.isWhole));
    });
}

export function askImportUndo(deps: ImportsDependencies): ConsoleHandler<ConsoleCalls['askImportUndo']> {
  return async ({ importNo, reason }, request) =>
    changed(deps, importNo, request, async (query, row) => {
      const isWhole = deps.kinds.find((one) => one.kind === row.kind)?.isWhole ?? false;
      if (!isWhole || row.status !== 'done') throw new NotPossible('staff-rule', '这次导入不能撤销');
      if ((row.made?.base ?? 0) === 0) throw new NotPossible('staff-rule', '这是第一版，没有可以换回的');
      return ask(deps, query, row, UNDO_KIND, reason, request);
    });
}

async function ask(
  deps: ImportsDependencies,
  query: Query,
  row: ImportRow,
  kind: { readonly kind: string },
  reason: string,
  request: ConsoleRequest,
  details?: string,
) {
  const subject = subjectOf(deps, row);
  const waiting = await deps.approvals.waitingOf(request.member, APPROVAL_KINDS, subject, query);
  if (waiting.length > 0) throw new NotPossible('staff-rule', '已经申请过了，在等第二个人');
  const payload = { importId: row.id, round: row.round };
  const id = await deps.approvals.ask(query, kind, {
    ...{ by: request.member, subject, reason, payload },
    ...(details === undefined ? {} : { details }),
  });
  await request.note({ subject, detail: `申请 ${id}，等第二人同意` }, query);
  return { approvalNo: String(id), status: 'waiting' as const };
}

/** What whoever agrees sets going, in numbers: the name of a file does not tell it. */
function wordsOfLife(deps: ImportsDependencies, row: ImportRow, isWhole: boolean): string {
  const count = (rows: number) => rows.toLocaleString('zh-CN');
  const of = [forWhat(deps, row)].filter((text) => text !== '');
  if (isWhole) {
    const { rows_added: added, rows_changed: changed, rows_same: same, rows_gone: gone } = row;
    const parts = [`新增 ${count(added)}`, `改 ${count(changed)}`, `去掉 ${count(gone)}`, `不变 ${count(same)} 行`];
    return [...of, '整份替换', ...parts].join('，');
  }
  const rest = row.rows_bad > 0 ? [`${count(row.rows_bad)} 行要改的不生效`] : [];
  return [...of, `${count(row.rows_good - row.rows_live)} 行生效`, ...rest, '不能撤销'].join('，');
}
