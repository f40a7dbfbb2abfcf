import type { ConsoleCalls } from '@huimin/contract/console';
import type { ListedRow } from '@huimin/domain/catalogue';
import { fail, ok, type Reply } from '../../http/handler.ts';
import type { ConsoleHandler, ConsoleRequest } from '../staff/index.ts';
import {
  type CatalogueDeskDependencies,
  mayChangeRow,
  NO_LIST,
  type OpenedCatalogue,
  openCatalogue,
  seesAllPlaces,
  signerOf,
} from './catalogue-desk-deps.ts';
import { type CatalogueDraftRow, draftOf, removeDraft, writeDraft } from './draft-store.ts';
import { changesWithin, PUBLISH } from './publish-draft.ts';

const WROTE_ON = '这份草稿刚被别人改过，请看最新的再改';
const WAITS = '这份草稿在等第二个人同意，要改先撤回申请';
const NOT_YOURS = '这一行不在您的数据范围里';
const NOT_WHOLE = '整份换的只有数据范围是全省的人能办';

interface Writable extends OpenedCatalogue {
  /** Null where the next version begins with what residents see. */
  readonly draft: CatalogueDraftRow | null;
  readonly shownVersion: number;
  /** What residents see now. */
  readonly shown: readonly unknown[];
  /** The next version as it stands. */
  readonly rows: readonly unknown[];
}

type Wish = Parameters<typeof openCatalogue>[1] & { readonly revision: number };

/** A list whose draft may be written on now, in the state that the writer had before them. */
async function writable(
  deps: CatalogueDeskDependencies,
  { member }: ConsoleRequest,
  wish: Wish,
): Promise<Reply<Writable>> {
  const opened = openCatalogue(deps, wish, member.scope);
  if (!opened) return fail('not-found', NO_LIST);
  const { query } = deps.database;
  const { catalogue, edition, subject } = opened;
  const draft = await draftOf(query, catalogue.list, edition);
  if ((draft?.revision ?? 0) !== wish.revision) return fail('staff-rule', WROTE_ON);
  const waiting = draft ? await deps.approvals.waitingOf(member, [PUBLISH], subject) : [];
  if (waiting.length > 0) return fail('staff-rule', WAITS);
  const current = await catalogue.current(query, edition);
  const shown = current?.rows ?? [];
  return ok({ ...opened, draft, shownVersion: current?.version ?? 0, shown, rows: draft?.rows ?? shown });
}

interface NextState {
  readonly rows: readonly unknown[];
  readonly source: string;
  /** For the audit log. */
  readonly detail: string;
  /** Everything is new, so that it is made from what residents see now. */
  readonly isWhole?: true;
}

async function write(
  deps: CatalogueDeskDependencies,
  request: ConsoleRequest,
  { catalogue, edition, subject, draft, shownVersion }: Writable,
  { rows, source, detail, isWhole }: NextState,
): Promise<Reply<{ revision: number }>> {
  const { member } = request;
  const revision = await deps.database.transaction(async (query) => {
    const written = await writeDraft(query, {
      ...{ list: catalogue.list, edition, revision: draft?.revision ?? 0, rows, source },
      baseVersion: draft && !isWhole ? draft.base_version : shownVersion,
      writers: [...new Set([...(isWhole ? [] : (draft?.writers ?? [])), member.id])],
      ...{ by: signerOf(member), nowMs: deps.clock.now() },
    });
    if (written !== null) await request.note({ subject, detail }, query);
    return written;
  });
  return revision === null ? fail('staff-rule', WROTE_ON) : ok({ revision });
}

const placeOf = ({ catalogue, rows }: Writable, code: string): number =>
  rows.findIndex((row) => catalogue.listed(row).code === code);

export function keepRow(deps: CatalogueDeskDependencies): ConsoleHandler<ConsoleCalls['keepCatalogueRow']> {
  return async ({ code, cells, ...wish }, request) => {
    const opened = await writable(deps, request, wish);
    if (!opened.ok) return opened;
    const { catalogue, rows, draft } = opened.value;
    if (cells.length !== catalogue.columns.length) return fail('bad-input', '表格的列变了，请刷新后再填');
    const read = catalogue.readRow(cells);
    if (!('row' in read)) {
      const fields = read.problems.map(({ column, message }) => ({ path: column, message }));
      return fail('bad-input', fields[0]?.message, { fields });
    }
    const place = code === undefined ? rows.length : placeOf(opened.value, code);
    const former = rows[place];
    if (code !== undefined && former === undefined) return fail('not-found', '没有这一行，可能已经去掉了');
    const listed = catalogue.listed(read.row);
    const other = placeOf(opened.value, listed.code);
    if (other >= 0 && other !== place) {
      const message = `编号 ${listed.code} 已经有了`;
      return fail('bad-input', message, { fields: [{ path: 'code', message }] });
    }
    const own = [former, read.row].every(
      (row) => row === undefined || mayChangeRow(opened.value, row, request.member.scope),
    );
    if (!own) return fail('staff-rule', NOT_YOURS);
    return write(deps, request, opened.value, {
      rows: [...rows.slice(0, place), read.row, ...rows.slice(place + 1)],
      source: draft?.source ?? '逐行改',
      detail: former === undefined ? `加上 ${listed.code}` : `改 ${code}：${changed(opened.value, former, listed)}`,
    });
  };
}

/** What of a row is another text, in words for the audit log. */
function changed({ catalogue }: Writable, former: unknown, next: ListedRow): string {
  const before = catalogue.listed(former).cells;
  const parts = catalogue.columns.flatMap(({ label }, place) =>
    before[place] === next.cells[place] ? [] : [`${label} ${before[place] || '空'} → ${next.cells[place] || '空'}`],
  );
  const text = parts.join('；');
  return text === '' ? '没有变' : text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

export function dropRow(deps: CatalogueDeskDependencies): ConsoleHandler<ConsoleCalls['dropCatalogueRow']> {
  return async ({ code, how, ...wish }, request) => {
    const opened = await writable(deps, request, wish);
    if (!opened.ok) return opened;
    const { catalogue, rows, shown, draft } = opened.value;
    const place = placeOf(opened.value, code);
    const row = rows[place];
    const before = how === 'undo' ? shown.find((one) => catalogue.listed(one).code === code) : undefined;
    if (row === undefined && before === undefined) return fail('not-found', '没有这一行，可能已经去掉了');
    const own = [row, before].every(
      (one) => one === undefined || mayChangeRow(opened.value, one, request.member.scope),
    );
    if (!own) return fail('staff-rule', NOT_YOURS);
    const put = before === undefined ? [] : [before];
    const next = row === undefined ? [...rows, ...put] : [...rows.slice(0, place), ...put, ...rows.slice(place + 1)];
    if (next.length === 0) return fail('staff-rule', '目录里至少留一行');
    return write(deps, request, opened.value, {
      rows: row === undefined ? inFormerOrder(opened.value, next) : next,
      source: draft?.source ?? '逐行改',
      detail: how === 'undo' ? `恢复 ${code}` : `去掉 ${code}`,
    });
  };
}

/** Rows that residents see now stand as they do now; a row that was put back finds its place again. */
function inFormerOrder({ catalogue, shown }: Writable, rows: readonly unknown[]): readonly unknown[] {
  const places = new Map(shown.map((row, place) => [catalogue.listed(row).code, place]));
  const placeIn = (row: unknown) => places.get(catalogue.listed(row).code) ?? places.size;
  return [...rows].sort((one, other) => placeIn(one) - placeIn(other));
}

/** Of the rows that were wrong, as many as somebody puts right in one go. */
const MOST_PROBLEMS = 1_000;

export function takeFile(deps: CatalogueDeskDependencies): ConsoleHandler<ConsoleCalls['takeCatalogueFile']> {
  return async ({ fileName, file, ...wish }, request) => {
    if (!seesAllPlaces(request.member.scope)) return fail('staff-rule', NOT_WHOLE);
    const opened = await writable(deps, request, wish);
    if (!opened.ok) return opened;
    const { catalogue, edition, subject } = opened.value;
    const read = await catalogue.readFile(deps.database.query, edition, Buffer.from(file, 'base64'));
    if (read.problems.length > 0) {
      const detail = `文件 ${fileName} 有 ${read.problems.length} 处不对，没有采用`;
      await deps.database.transaction((query) => request.note({ subject, detail }, query));
      return ok({ revision: wish.revision, problems: read.problems.slice(0, MOST_PROBLEMS) });
    }
    const written = await write(deps, request, opened.value, {
      ...{
        rows: read.rows,
        source: `文件 ${fileName}`,
        detail: `文件 ${fileName}，${read.rows.length} 行`,
        isWhole: true,
      },
    });
    return written.ok ? ok({ ...written.value, problems: [] }) : written;
  };
}

export function restoreVersion(deps: CatalogueDeskDependencies): ConsoleHandler<ConsoleCalls['restoreCatalogue']> {
  return async ({ version, ...wish }, request) => {
    if (!seesAllPlaces(request.member.scope)) return fail('staff-rule', NOT_WHOLE);
    const opened = await writable(deps, request, wish);
    if (!opened.ok) return opened;
    const { catalogue, edition } = opened.value;
    const rows = await catalogue.rowsOf(deps.database.query, edition, version);
    if (rows === null) return fail('not-found', '没有这一版');
    const source = `回到第 ${version} 版`;
    return write(deps, request, opened.value, { rows, source, detail: `草稿：${source}`, isWhole: true });
  };
}

export function discardDraft(deps: CatalogueDeskDependencies): ConsoleHandler<ConsoleCalls['discardCatalogueDraft']> {
  return async (wish, request) => {
    const opened = await writable(deps, request, wish);
    if (!opened.ok) return opened;
    const { catalogue, edition, subject, draft } = opened.value;
    if (draft === null) return fail('not-found', '没有草稿');
    const { shown, rows } = opened.value;
    if (!changesWithin(opened.value, shown, rows, request.member.scope)) return fail('staff-rule', NOT_YOURS);
    const gone = await deps.database.transaction(async (query) => {
      const isGone = await removeDraft(query, catalogue.list, edition, draft.revision);
      if (isGone) await request.note({ subject, detail: '丢弃草稿' }, query);
      return isGone;
    });
    return gone ? ok({}) : fail('staff-rule', WROTE_ON);
  };
}
