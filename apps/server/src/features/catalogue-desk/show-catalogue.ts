import type { CatalogueDraftValue, CatalogueRowValue, ConsoleCalls } from '@huimin/contract/console';
import { type ComparedRow, compareLists } from '@huimin/domain/catalogue';
import { beijingDateTime } from '@huimin/domain/date';
import { mayStaff } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import {
  type CatalogueDeskDependencies,
  editionsInScope,
  mayChangeRow,
  NO_LIST,
  type OpenedCatalogue,
  openCatalogue,
  seesAllPlaces,
  seesRow,
} from './catalogue-desk-deps.ts';
import { type CatalogueDraftRow, draftOf } from './draft-store.ts';
import { PUBLISH } from './publish-draft.ts';

const PAGE = 50;

export function listCatalogue(deps: CatalogueDeskDependencies): ConsoleHandler<ConsoleCalls['listCatalogue']> {
  return async ({ list, edition, words = '', choice, which, after }, { member }) => {
    const opened = openCatalogue(deps, { list, edition }, member.scope);
    if (!opened) return fail('not-found', NO_LIST);
    const { catalogue } = opened;
    const { query } = deps.database;
    const shown = await catalogue.current(query, opened.edition);
    const mayDraft = mayStaff(member.roles, 'catalogue.change') || mayStaff(member.roles, 'catalogue.approve');
    const draft = mayDraft ? await draftOf(query, list, opened.edition) : null;
    const seen = await seenRows(query, opened, shown?.rows ?? [], draft, member);
    const place = catalogue.columns.findIndex(({ name }) => name === catalogue.choiceColumn);
    const looked = words.trim().toLowerCase();
    const found = seen.rows.filter(
      ({ cells, change }) =>
        (choice === undefined || cells[place] === choice) &&
        (which === undefined || change !== null) &&
        (looked === '' || cells.some((text) => text.toLowerCase().includes(looked))),
    );
    const from = after === undefined ? 0 : found.findIndex(({ code }) => code === after) + 1;
    const page = found.slice(from, from + PAGE);
    return ok({
      edition: catalogue.ofEdition ? opened.edition : null,
      editions: catalogue.ofEdition
        ? editionsInScope(deps, member.scope).map(({ code, document }) => ({ edition: code, name: document.proName }))
        : [],
      columns: catalogue.columns.map((column) => ({ ...column })),
      choiceLabel: catalogue.columns[place]?.label ?? '',
      choices: [...new Set(seen.rows.map(({ cells }) => cells[place] ?? ''))],
      version: shown?.version ?? 0,
      publishedAt: shown ? beijingDateTime(shown.publishedAtMs) : null,
      rowCount: seen.shownCount,
      draft: draft === null ? null : await draftView(deps, opened, draft, shown?.version ?? 0, seen, member),
      mayTakeAll: seesAllPlaces(member.scope),
      found: found.length,
      rows: page,
      next: from + PAGE < found.length ? (page.at(-1)?.code ?? null) : null,
    });
  };
}

interface SeenRows {
  readonly shownCount: number;
  readonly rows: readonly CatalogueRowValue[];
  readonly isReordered: boolean;
}

/** The rows within somebody's scope, as they will be, with what changes; those that go stand at the end. */
async function seenRows(
  query: Query,
  opened: OpenedCatalogue,
  shown: readonly unknown[],
  draft: CatalogueDraftRow | null,
  { scope }: StaffMember,
): Promise<SeenRows> {
  const { catalogue } = opened;
  const next = draft?.rows ?? shown;
  const isOpen = new Map<string, boolean>();
  const within = (rows: readonly unknown[]) =>
    rows.flatMap((row) => {
      if (!seesRow(opened, row, scope)) return [];
      const listed = catalogue.listed(row);
      isOpen.set(listed.code, mayChangeRow(opened, row, scope));
      return [listed];
    });
  const before = within(shown);
  const compared = compareLists(before, draft === null ? before : within(next));
  const misfits = draft === null ? new Map<string, string>() : await catalogue.misfits(query, opened.edition, next);
  const view = ({ code, cells, change, was }: ComparedRow): CatalogueRowValue => ({
    ...{ code, cells: [...cells], change, was: was === null ? null : [...was] },
    problem: change === 'gone' ? null : (misfits.get(code) ?? null),
    mayChange: isOpen.get(code) === true,
  });
  return { shownCount: before.length, rows: compared.rows.map(view), isReordered: compared.isReordered };
}

async function draftView(
  deps: CatalogueDeskDependencies,
  { subject }: OpenedCatalogue,
  draft: CatalogueDraftRow,
  shownVersion: number,
  seen: SeenRows,
  member: StaffMember,
): Promise<CatalogueDraftValue> {
  const [request] = await deps.approvals.waitingOf(member, [PUBLISH], subject);
  const count = (change: CatalogueRowValue['change']) => seen.rows.filter((row) => row.change === change).length;
  return {
    ...{ revision: draft.revision, source: draft.source, writtenBy: draft.written_by },
    writtenAt: beijingDateTime(draft.written_at),
    rowCount: seen.rows.length - count('gone'),
    ...{ added: count('new'), changed: count('changed'), gone: count('gone'), isReordered: seen.isReordered },
    isStale: draft.base_version !== shownVersion,
    misfits: seen.rows.filter(({ problem }) => problem !== null).length,
    request: request
      ? {
          ...{ approvalNo: request.approvalNo, askedBy: request.askedBy, askedAt: request.askedAt },
          ...{ reason: request.reason, isOwn: request.mine },
          mayDecide: request.mayDecide && !draft.writers.includes(member.id),
        }
      : null,
  };
}

export function listVersionsCall(
  deps: CatalogueDeskDependencies,
): ConsoleHandler<ConsoleCalls['listCatalogueVersions']> {
  return async (wish, { member }) => {
    const opened = openCatalogue(deps, wish, member.scope);
    if (!opened) return fail('not-found', NO_LIST);
    const { query } = deps.database;
    const { catalogue, edition } = opened;
    const versions = await catalogue.versions(query, edition);
    const shown = await catalogue.shownVersion(query, edition);
    return ok({
      versions: versions.map(({ version, rowCount, by, atMs, reason }) => ({
        ...{ version, rowCount, by, publishedAt: beijingDateTime(atMs), reason, isShown: version === shown },
      })),
    });
  };
}

export function downloadCatalogue(deps: CatalogueDeskDependencies): ConsoleHandler<ConsoleCalls['downloadCatalogue']> {
  return async ({ version, ...wish }, request) => {
    const opened = openCatalogue(deps, wish, request.member.scope);
    if (!opened) return fail('not-found', NO_LIST);
    const { catalogue, edition, subject } = opened;
    const rows = version === 0 ? [] : await catalogue.rowsOf(deps.database.query, edition, version);
    if (rows === null) return fail('not-found', '没有这一版');
    const own = rows.filter((row) => seesRow(opened, row, request.member.scope));
    await request.note({ subject, detail: version === 0 ? '模板' : `第 ${version} 版，${own.length} 行` });
    return ok({
      bytes: Buffer.from(catalogue.file(own)),
      contentType: 'text/csv; charset=utf-8',
      fileName: version === 0 ? `${catalogue.label}模板.csv` : `${subject} 第 ${version} 版.csv`,
      disposition: 'attachment' as const,
    });
  };
}
