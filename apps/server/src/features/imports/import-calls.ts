import { Readable } from 'node:stream';
import type { ConsoleCalls } from '@huimin/contract/console';
import { withinScope } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { csvHeading, csvLine } from '../../sheets/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { subjectOf } from './import-approvals.ts';
import { importStore, listOfImports, problemsOf, seenImport } from './import-store.ts';
import { kindView, viewsOf } from './import-view.ts';
import type { ImportsDependencies } from './imports-deps.ts';
import { LINE_HEADING, PROBLEM_HEADINGS } from './read-mended.ts';
import { changesOf } from './whole-list.ts';

const PAGE = 20;
const PROBLEMS_PAGE = 50;
const PROBLEMS_AT_ONCE = 5_000;
const CHANGES_SHOWN = 100;
export const NO_IMPORT = '没有这次导入';

export function listImports(deps: ImportsDependencies): ConsoleHandler<ConsoleCalls['listImports']> {
  const store = importStore(deps);
  return async ({ kind, which, before }, { member }) => {
    const filter = {
      ...{ kind: kind ?? null, which: which ?? null },
      before: before === undefined ? null : Math.min(Number(before), 2_147_483_647),
    };
    const rows = await listOfImports(deps.database.query, filter, member, PAGE + 1);
    const page = rows.slice(0, PAGE);
    return ok({
      imports: await viewsOf(deps, store, page, member),
      next: rows.length > PAGE ? String(page.at(-1)?.id) : null,
      kinds: deps.kinds.map((kind) => kindView(kind, member)),
      editions: deps.editions
        .all()
        .filter(({ document }) =>
          withinScope(member.scope, { insurers: document.insuranceCompany.map(({ name }) => name) }),
        )
        .map(({ code, document }) => ({ edition: code, name: `${document.editionYear} 年版（${code}）` })),
    });
  };
}

export function showImport(deps: ImportsDependencies): ConsoleHandler<ConsoleCalls['showImport']> {
  const store = importStore(deps);
  return async ({ importNo }, { member }) => {
    const { query } = deps.database;
    const row = await seenImport(query, importNo, member);
    if (!row) return fail('not-found', NO_IMPORT);
    const [view] = await viewsOf(deps, store, [row], member);
    if (!view) throw new Error('an import without a view');
    const kind = deps.kinds.find((one) => one.kind === row.kind);
    const isCompared = kind?.isWhole && row.status === 'read';
    return ok({ ...view, changes: isCompared ? await changesOf(store, query, row, kind, CHANGES_SHOWN) : [] });
  };
}

export function listImportProblems(deps: ImportsDependencies): ConsoleHandler<ConsoleCalls['listImportProblems']> {
  return async ({ importNo, after }, { member }) => {
    const { query } = deps.database;
    const row = await seenImport(query, importNo, member);
    if (!row) return fail('not-found', NO_IMPORT);
    const from = Math.min(Number(after ?? 0), 2_147_483_647);
    const problems = await problemsOf(query, row.id, from, PROBLEMS_PAGE + 1);
    const page = problems.slice(0, PROBLEMS_PAGE);
    return ok({
      problems: page.map(({ line, column_name: column, problem, fix }) => ({ line, column, problem, fix })),
      next: problems.length > PROBLEMS_PAGE ? String(page.at(-1)?.line) : null,
    });
  };
}

export function downloadImportProblems(
  deps: ImportsDependencies,
): ConsoleHandler<ConsoleCalls['downloadImportProblems']> {
  return async ({ importNo }, request) => {
    const { query } = deps.database;
    const row = await seenImport(query, importNo, request.member);
    const kind = deps.kinds.find((one) => one.kind === row?.kind);
    if (!row || !kind) return fail('not-found', NO_IMPORT);
    const empty = kind.headings.map(() => '');
    async function* lines(id: number): AsyncGenerator<string> {
      yield csvHeading([LINE_HEADING, ...PROBLEM_HEADINGS, ...(kind?.headings ?? [])]);
      for (let after = 0; ; ) {
        const some = await problemsOf(query, id, after, PROBLEMS_AT_ONCE);
        yield some
          .map(({ line, column_name: column, problem, fix }) => csvLine([line, column, problem, fix, ...empty]))
          .join('');
        after = some.at(-1)?.line ?? after;
        if (some.length < PROBLEMS_AT_ONCE) return;
      }
    }
    await request.note({ subject: subjectOf(deps, row), detail: `错误表，${row.rows_bad} 行` });
    return ok({
      bytes: Readable.from(lines(row.id)),
      contentType: 'text/csv; charset=utf-8',
      fileName: `${kind.title}-导入${row.id}-错误表.csv`,
      disposition: 'attachment',
    });
  };
}

export function downloadImportTemplate(
  deps: ImportsDependencies,
): ConsoleHandler<ConsoleCalls['downloadImportTemplate']> {
  return async ({ kind: name }) => {
    const kind = deps.kinds.find((one) => one.kind === name);
    if (!kind) return fail('not-found', '没有这种导入');
    return ok({
      bytes: Buffer.from(csvHeading(kind.headings)),
      contentType: 'text/csv; charset=utf-8',
      fileName: `${kind.title}-模板.csv`,
      disposition: 'attachment',
    });
  };
}
