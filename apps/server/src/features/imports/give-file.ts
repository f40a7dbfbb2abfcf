import type { ConsoleCalls } from '@huimin/contract/console';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { type ConsoleHandler, type ConsoleRequest, NotPossible } from '../staff/index.ts';
import { subjectOf } from './import-approvals.ts';
import { NO_IMPORT } from './import-calls.ts';
import type { ImportKind, ImportOptions } from './import-kind.ts';
import { forgetContent, type ImportRow, type ImportStore, importStore, seenImport } from './import-store.ts';
import { mayGive } from './import-view.ts';
import type { ImportsDependencies } from './imports-deps.ts';

const PIECE_BYTES = 2 * 1024 * 1024;
const ZIP_MARK = Buffer.from('PK\u0003\u0004');
const OLE_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex');

export function beginImport(deps: ImportsDependencies): ConsoleHandler<ConsoleCalls['beginImport']> {
  const store = importStore(deps);
  return async ({ kind: name, fileName, sizeBytes, sha256, day, edition }, request) => {
    const kind = deps.kinds.find((one) => one.kind === name);
    if (!kind) return fail('bad-input', '没有这种导入');
    if (!mayGive(kind, request.member)) return fail('staff-rule', `${kind.title}不由您的角色导入`);
    if (sizeBytes > kind.maxBytes) {
      return fail('staff-rule', `文件超过 ${Math.floor(kind.maxBytes / 1024 / 1024)} MB，请分成几份`);
    }
    const options: ImportOptions = kind.needs === 'day' ? { day } : kind.needs === 'edition' ? { edition } : {};
    const whose = kind.belongsTo(options, request.member);
    if (typeof whose === 'string') return fail('staff-rule', whose);
    const file = { fileName, sizeBytes, sha256, options, insurers: whose.insurers };
    const begun = await deps.database.transaction(async (query) => {
      const former = await brokenOff(query, kind, file, request);
      const row = former ?? (await addImport(deps, store, query, kind, file, request));
      const here = await query<{ piece: number }>('select piece from import_pieces where import_id = $1', [row.id]);
      const known = new Set(here.map(({ piece }) => piece));
      const missing = Array.from({ length: row.pieces }, (_, piece) => piece).filter((piece) => !known.has(piece));
      const detail = former ? `接着传，还差 ${missing.length} 段` : `${sizeBytes} 字节，${sha256.slice(0, 16)}`;
      await request.note({ subject: subjectOf(deps, row), detail }, query);
      return { importNo: String(row.id), pieceBytes: PIECE_BYTES, missing };
    });
    return ok(begun);
  };
}

interface NewFile {
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly options: ImportOptions;
  readonly insurers: readonly string[] | null;
}

/** The same person's same file whose pieces did not all come. */
async function brokenOff(
  query: Query,
  { kind }: ImportKind,
  { sha256, options }: NewFile,
  { member }: ConsoleRequest,
): Promise<ImportRow | null> {
  const [row] = await query<ImportRow>(
    `select * from imports where status = 'arriving' and given_by = $1 and kind = $2 and sha256 = $3 and options = $4::jsonb
     order by id desc limit 1 for update`,
    [member.id, kind, sha256, JSON.stringify(options)],
  );
  return row ?? null;
}

async function addImport(
  { clock }: ImportsDependencies,
  store: ImportStore,
  query: Query,
  { kind }: ImportKind,
  { fileName, sizeBytes, sha256, options, insurers }: NewFile,
  { member }: ConsoleRequest,
): Promise<ImportRow> {
  const [row] = await query<ImportRow>(
    `insert into imports (kind, options, name_sealed, given_by, given_at, insurers, sha256, size_bytes, pieces, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'arriving') returning *`,
    [
      ...[kind, JSON.stringify(options), store.sealName(fileName.trim()), member.id, new Date(clock.now())],
      ...[insurers, sha256, sizeBytes, Math.ceil(sizeBytes / PIECE_BYTES)],
    ],
  );
  return row as ImportRow;
}

export function sendImportPiece(deps: ImportsDependencies): ConsoleHandler<ConsoleCalls['sendImportPiece']> {
  const store = importStore(deps);
  return async ({ importNo, piece, content }, request) => {
    const bytes = Buffer.from(content, 'base64');
    return changed(deps, importNo, request, async (query, row) => {
      if (row.given_by !== request.member.id) throw new NotPossible('not-found', NO_IMPORT);
      if (row.status !== 'arriving') throw new NotPossible('staff-rule', '这个文件已经传完，或者已经停止');
      const isLast = piece === row.pieces - 1;
      const expected = isLast ? row.size_bytes - piece * PIECE_BYTES : PIECE_BYTES;
      if (piece >= row.pieces || bytes.length !== expected) {
        throw new NotPossible('bad-input', '这一段和文件对不上，请重新上传');
      }
      if (piece === 0 && !isTable(bytes)) {
        throw new NotPossible('staff-rule', '这不是 CSV 或 XLSX 文件。旧版 .xls 请另存为 .xlsx 或 .csv');
      }
      await store.addPiece(query, row.id, 1, piece, bytes);
      const [count] = await query<{ here: number }>(
        'select count(*)::integer as here from import_pieces where import_id = $1',
        [row.id],
      );
      const here = count?.here ?? 0;
      if (here === row.pieces) await query(`update imports set status = 'waiting' where id = $1`, [row.id]);
      await request.note({ subject: subjectOf(deps, row), detail: `第 ${piece + 1} 段，共 ${row.pieces} 段` }, query);
      return { here, all: row.pieces };
    });
  };
}

/** By how it begins; the whole of it is checked when it is read. */
function isTable(bytes: Buffer): boolean {
  const begins = (mark: Buffer) => mark.equals(bytes.subarray(0, mark.length));
  return begins(ZIP_MARK) || (!begins(OLE_MARK) && !bytes.includes(0));
}

export function mendImport(deps: ImportsDependencies): ConsoleHandler<ConsoleCalls['mendImport']> {
  const store = importStore(deps);
  return async ({ importNo, fileName, content }, request) => {
    const bytes = Buffer.from(content, 'base64');
    return changed(deps, importNo, request, async (query, row) => {
      const kind = deps.kinds.find((one) => one.kind === row.kind);
      const isOpen = row.status === 'read' || (row.status === 'done' && !kind?.isWhole);
      if (!isOpen || row.rows_bad === 0) throw new NotPossible('staff-rule', '现在没有要续传的错误行');
      await refuseWhileAsked(deps, query, row, request);
      const [{ round } = { round: 0 }] = await query<{ round: number }>(
        `update imports set status = 'waiting', round = round + 1, problem = '' where id = $1 returning round`,
        [row.id],
      );
      await store.addPiece(query, row.id, round, 0, bytes);
      const detail = `续传错误行，第 ${round - 1} 次，${bytes.length} 字节，${fileName.length} 个字的文件名`;
      await request.note({ subject: subjectOf(deps, row), detail }, query);
      return {};
    });
  };
}

export function stopImport(deps: ImportsDependencies): ConsoleHandler<ConsoleCalls['stopImport']> {
  return async ({ importNo, reason }, request) =>
    changed(deps, importNo, request, async (query, row) => {
      if (!['arriving', 'waiting', 'reading', 'read', 'applying'].includes(row.status)) {
        throw new NotPossible('staff-rule', '这次导入已经办完，不能停止');
      }
      await refuseWhileAsked(deps, query, row, request);
      const rest = row.rows_live > 0 ? `，已生效的 ${row.rows_live} 行照旧` : '';
      await query(`update imports set status = 'stopped', lease_until = null, problem = $2 where id = $1`, [
        row.id,
        `${request.member.name} 停止：${reason}${rest}`,
      ]);
      await forgetContent(query, [row.id]);
      await request.note({ subject: subjectOf(deps, row), detail: `停止：${reason}${rest}` }, query);
      return {};
    });
}

async function refuseWhileAsked(
  deps: ImportsDependencies,
  query: Query,
  row: ImportRow,
  { member }: ConsoleRequest,
): Promise<void> {
  const waiting = await deps.approvals.waitingOf(member, ['import-live', 'import-undo'], subjectOf(deps, row), query);
  if (waiting.length > 0) throw new NotPossible('staff-rule', '申请在等第二个人，请先在“申请”里撤回');
}

/** Changes one import, held; every reason against it ends the transaction. */
export async function changed<Value>(
  deps: ImportsDependencies,
  importNo: string,
  request: ConsoleRequest,
  work: (query: Query, row: ImportRow) => Promise<Value>,
) {
  try {
    const value = await deps.database.transaction(async (query) => {
      const row = await seenImport(query, importNo, request.member, true);
      if (!row) throw new NotPossible('not-found', NO_IMPORT);
      return work(query, row);
    });
    return ok(value);
  } catch (problem) {
    if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
    throw problem;
  }
}
